//! Headings and labels of the pages.

use crate::report::lang::Phrase;

macro_rules! words {
    ($($name:ident = $en:literal, $ja:literal;)*) => {
        $(pub const $name: Phrase = Phrase::words($en, $ja);)*
    };
}
macro_rules! terms {
    ($($name:ident = $en:literal, $ja:literal;)*) => {
        $(pub const $name: Phrase = Phrase::term($en, $ja);)*
    };
}

words! {
    SITE = "Tsume chu shogi", "詰中将棋";
    ALL = "All collections", "全作品集";
    COLLECTION = "Collection", "作品集";
    COLLECTIONS = "Collections", "作品集一覧";
    PROBLEM = "Problem", "作品";
    PROBLEMS = "Problems", "作品一覧";
    DIAGRAM = "Diagram", "図面";
    TITLE = "Title and source", "作品名・出典";
    CLAIMED = "Claimed", "発表手数";
    EXACT = "Exact", "最短手数";
    STATUS = "Status", "判定";
    FINDINGS = "Findings", "所見";
    LEVEL = "Known how", "確度";
    TOTALS = "Totals", "集計";
    TOTAL = "All", "計";
    SEARCH = "Search", "検索";
    SEARCH_HINT = "id, title, source or finding", "番号・作品名・出典・所見";
    ANY = "any", "すべて";
    FROM_PLIES = "plies from", "手数 下限";
    TO_PLIES = "to", "上限";
    RESET = "Show all", "全表示";
    PREVIOUS = "previous", "前";
    NEXT = "next", "次";
    STATEMENT = "What was found", "検討結果";
    LINES = "Lines of moves", "手順";
    NO_LINE = "No line is published.", "手順は発表されていない。";
    NO_BEST = "No mating line is known.", "詰手順は得られていない。";
    AS_PRINTED = "As printed, not playable from here:", "以下、原文のまま（指せない）：";
    EVIDENCE = "Shown by", "根拠";
    REASON = "Why", "理由";
    WHERE = "Where", "箇所";
    OTHER_CHECK = "Other check", "別の王手";
    MATES_IN = "Mates in", "手数";
    PLY = "Ply", "手目";
    KIND = "Kind", "種類";
    HOW_KNOWN = "How it is known", "根拠と条件";
    VERDICT = "Verdict", "結論";
    LENGTH = "Length", "手数";
    RULES = "Rules", "ルール";
    LIMIT = "Limit reached", "到達した制限";
    NO_LIMIT = "none", "なし";
    EFFORT = "Effort", "探索量";
    CERTIFICATE = "Certificate", "証明書";
    CHECKER = "Independent checker", "独立検査器";
    SOURCE = "Source", "出典";
    SAME_AS = "Also as", "同一作";
    SAME_DIAGRAM = "same diagram", "同一図";
    UNKNOWN_DIAGRAM = "not in this report", "この報告にはない";
    DIFFERS_ON = "differs on", "相違";
    NOTE = "Note", "備考";
    EXPORT = "Copy or download", "書き出し";
    COPY = "Copy", "コピー";
    DOWNLOAD = "Download", "ダウンロード";
    BOARD = "Board", "盤";
    START = "to the diagram", "初形";
    BACK = "one ply back", "一手戻る";
    FORWARD = "one ply forward", "一手進む";
    END = "to the end of the line", "最終手";
    FLIP = "Turn the board", "盤を反転";
    PIECES = "Pieces", "駒";
    COORDINATES = "Squares", "座標";
    NOTATION = "Moves", "棋譜表記";
    WESTERN = "Western", "西洋式";
    JAPANESE = "Japanese", "日本式";
    BOTH = "both", "両方";
    TWO_KANJI = "two kanji", "二字駒";
    ONE_KANJI = "one kanji", "一字駒";
    LETTERS = "letters", "英字";
    MOVES_STYLE = "pictures of moves", "動き";
    LINE_SHOWN = "Line", "手順";
    LEGAL_HERE = "Moves of the pieces here", "この局面の指手";
    LEGEND = "The pieces of this problem", "登場する駒";
    KEYS = "Arrow keys left and right step, Home and End go to the ends, up and down change the line. \
            A click on a piece shows its moves.",
           "←→で一手ずつ、Home・Endで両端、↑↓で手順切替。駒を押すと動ける場所を示す。";
    FOLDED = "In short, repeated cycles folded", "要約（繰り返しを折り畳み）";
    STRIP = "Structure of the line", "手順の構造";
    PLIES = "plies", "手";
    SCRIPTS_OFF = "Without scripts the diagram stands still; the moves are given as text.",
                  "スクリプト無効時は初形図と棋譜のみ表示。";
    MADE_BY = "Made by matenro", "matenro による";
    TRIES = "Tries", "紛れの数";
    SHORTER = "Shorter defences", "変化の数";
    UNDER_RULES = "Under other rules", "他のルールでは";
    MENDED = "Published line, mended", "発表手順（訂正）";
    LEAVES = "The lines part at ply", "分岐：";
    SAME_LINE = "The corrected line is the published one.", "訂正手順は発表手順と同じ。";
    CONVENTIONALLY = "without futile interpositions", "無駄合を除く";
    NOTHING_ELSE = "No other check mates, or none was looked for.", "余詰は見つかっていない。";
    AS_PUBLISHED = "as published", "発表手順より";
    SHOWN = "shown", "件表示";
    OF = "of", "／";
    PUBLISHED_ONLY = "With the published variations only; `matenro report --format kif` writes all.",
                     "発表された変化のみ。全変化は matenro report --format kif で書き出せる。";
    OTHERS = "others", "件";
    FAILED = "Could not be worked on", "処理できなかった記録";
    LENGTH_WITH = "with the move / best", "その手 / 最善";
}

terms! {
    PUBLISHED = "Published line", "発表手順";
    CORRECTED = "Corrected line", "訂正手順";
    VARIATIONS = "Variations", "変化";
    VARIATION = "Variation", "変化";
    UNIQUENESS = "Is the solution unique?", "余詰検討";
}
