"""Unit tests of what is read and concluded: `python3 -m unittest discover -s benches/compare`."""

import os
import tempfile
import unittest

import compare
import hachu
import matenro
import row
import summary

# The problem msm-A1, and what HaChu 0.21 printed for it after `p`.
A1 = "11l/5xc1t2a/6m1m2c/5p1r1k2/6+O1pegp/7pi3/12/5H3XN1/12/9R2/12/12"
A1_PRINTED = """\
#204820482048204820482048204820482048204820482048204820482048204820482048
#204820482048   0   0   0   0   0   0   0   0   0   0   0  50204820482048
#204820482048   0   0   0   0   0  36  54   0  38   0   0  52204820482048
#204820482048   0   0   0   0   0   0  28   0  30   0   0  56204820482048
#204820482048   0   0   0   0   0  60   0  12   0  18   0   0204820482048
#204820482048   0   0   0   0   0   0   5   0  62  24  40  64204820482048
#204820482048   0   0   0   0   0   0   0  66  58   0   0   0204820482048
#204820482048   0   0   0   0   0   0   0   0   0   0   0   0204820482048
#204820482048   0   0   0   0   0  13   0   0   0  21   3   0204820482048
#204820482048   0   0   0   0   0   0   0   0   0   0   0   0204820482048
#204820482048   0   0   0   0   0   0   0   0   0  15   0   0204820482048
#204820482048   0   0   0   0   0   0   0   0   0   0   0   0204820482048
#204820482048   0   0   0   0   0   0   0   0   0   0   0   0204820482048
#204820482048204820482048204820482048204820482048204820482048204820482048
"""
EMPTY = "12/" * 11


def a_row(**changes) -> row.Row:
    """A mate in 5 that both find, HaChu in 2 s and matenro in 0.5 s."""
    values = {
        "id": "x-1",
        "claimed_plies": None,
        "setting": "10 s",
        "hachu": "mate",
        "hachu_first_plies": 7,
        "hachu_first_s": 2.0,
        "hachu_first_wall_s": 2.01,
        "hachu_plies": 5,
        "hachu_s": 3.0,
        "hachu_finished": False,
        "hachu_depth": 9,
        "hachu_nodes": 1000,
        "mate_verdict": "mate",
        "mate_s": 0.5,
        "mate_wall_s": 0.51,
        "exact_verdict": "mate",
        "exact_at_least": 5,
        "exact_at_most": 5,
        "exact_s": 1.0,
        "exact_wall_s": 1.01,
        "verdict": "mate",
        "at_least": 5,
        "at_most": 5,
        "claim": "exact",
        "hachu_line": "a1a2 b1b2",
        "trouble": "",
    }
    return row.Row(**(values | changes))


class Positions(unittest.TestCase):
    def test_black_to_move_keeps_the_board_and_nothing_else(self):
        self.assertEqual(hachu.fen(f"{A1} b - 1"), A1)

    def test_white_to_move_is_turned_round(self):
        # Gote's gold on 2i attacks as Sente's on 11d; both ends of the board change places.
        sfen = f"11k/{'12/' * 7}10g1/12/12/+P11 w - 1"
        self.assertEqual(hachu.fen(sfen), f"11+p/12/12/1G10/{'12/' * 7}K11")

    def test_a_counter_strike_square_is_refused(self):
        with self.assertRaises(hachu.Inexpressible):
            hachu.fen(f"{EMPTY}11k b 7d 1")

    def test_a_rank_of_eleven_squares_is_refused(self):
        with self.assertRaises(hachu.Inexpressible):
            hachu.fen(f"{EMPTY}10k b - 1")

    def test_boards_survive_being_taken_apart(self):
        self.assertEqual(hachu.board_field(hachu.squares(A1)), A1)

    def test_the_printed_board_has_the_pieces_of_the_problem(self):
        board = hachu.parse_board(A1_PRINTED.splitlines())
        self.assertEqual(len(board), 12)
        self.assertEqual("".join(board[0]), "...........b")
        self.assertEqual("".join(board[4]), "......w.bbbb")
        self.assertEqual("".join(board[7]), ".....w...ww.")


# What HaChu 0.21 printed for msm-A4: a mate, and the first iteration.
A4_LINE = (
    "10 7991 200 177573 h8e11 d12c11 e11c11 c10c11 b7d9 b11a10 c6c7,c7b8 b9b8 e7e6 b10b9 f12f10 "
    "c11b10 e6b9 a10b9 f10c10 b9a10 d9c8"
)
FIRST_LINE = (
    "1 592 0 74 e7b10 b11b10 { root eval = 6.17 dif = 6.17; abs = 6.17 f=44 D=-3.69 0/-25}"
)


class Output(unittest.TestCase):
    def test_a_mate_in_nine_moves_has_seventeen_plies(self):
        thinking = hachu.parse_thinking(A4_LINE)
        self.assertEqual((thinking.depth, thinking.centiseconds, thinking.nodes), (10, 200, 177573))
        # The source of msm-A4 says 17 plies; so does the length of the line.
        self.assertEqual(hachu.plies(hachu.mate_moves(thinking.score)), 17)
        self.assertEqual(len(thinking.line.split()), 17)

    def test_remarks_and_the_expected_reply_are_no_moves(self):
        self.assertEqual(hachu.parse_thinking(FIRST_LINE).line, "e7b10 b11b10")
        self.assertEqual(hachu.parse_thinking("2 5 0 9 (b11b10) e7b10 b11b10").line, "e7b10 b11b10")

    def test_other_output_is_no_thinking(self):
        for text in ["# best=h8e11", "pong 1", "# in (mode = 1,0): post", "", "# mobility 1 = 99"]:
            self.assertIsNone(hachu.parse_thinking(text))

    def test_scores(self):
        for score, moves in [
            (7999, 1),
            (7998, 2),
            (7991, 9),
            (-7995, -5),
            (8000, None),
            (8001, None),
            (592, None),
            (-1003, None),
            (7900, None),
        ]:
            self.assertEqual(hachu.mate_moves(score), moves, score)

    def test_the_first_mate_is_timed_and_the_shortest_kept(self):
        analysis = hachu.Analysis()
        for score, at in [(592, 0.1), (7990, 0.5), (7990, 0.8), (7992, 1.5), (7992, 2.5)]:
            analysis.take(hachu.Thinking(1, score, 0, 7, f"line at {at}"), at, at + 0.01)
        self.assertEqual((analysis.first_mate_moves, analysis.first_mate_s), (10, 0.5))
        self.assertEqual(analysis.first_mate_wall_s, 0.51)
        self.assertEqual((analysis.best_mate_moves, analysis.best_mate_s), (8, 1.5))
        self.assertEqual(analysis.line, "line at 1.5")
        self.assertEqual(row.claim_of(analysis), "mate")

    def test_a_score_of_defeat_says_that_there_is_no_mate(self):
        analysis = hachu.Analysis()
        self.assertEqual(row.claim_of(analysis), "none")
        analysis.take(hachu.parse_thinking("60 -7995 36 16963 k8k9+ l7l6"), 0.36, 0.37)
        self.assertEqual((row.claim_of(analysis), analysis.refuted_s), ("refuted", 0.36))


class Rows(unittest.TestCase):
    def test_rows_survive_the_table(self):
        for changes in ({}, {"hachu_first_plies": None, "hachu_first_s": None, "trouble": 'a "b", c'}):
            self.assertEqual(row.parse(row.cells(a_row(**changes))), a_row(**changes))

    def test_a_row_that_was_cut_off_is_done_again(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t.csv")
            row.append(path, a_row())
            row.append(path, a_row(id="x-2"))
            with open(path, encoding="utf-8") as file:
                whole = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(whole[:-20])
            self.assertEqual([r.id for r in row.read(path, "10 s")], ["x-1"])
            row.append(path, a_row(id="x-2"))
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), whole)

    def test_other_settings_are_not_mixed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t.csv")
            row.append(path, a_row())
            with self.assertRaisesRegex(row.TableError, "t.csv:2: made with `10 s`, not `1 s`"):
                row.read(path, "1 s")

    def test_another_table_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("id,sfen\na,b\n")
            with self.assertRaises(row.TableError):
                row.read(path, "10 s")


class Judgements(unittest.TestCase):
    def test_claims_of_a_mate(self):
        for plies, known, expected in [
            (5, ("no-mate", None, None), "false"),
            (5, ("mate", 7, 7), "too-short"),
            (5, ("unknown", 7, None), "too-short"),
            (5, ("mate", 5, 5), "exact"),
            (7, ("mate", 5, 5), "longer"),
            (7, ("mate", 3, 5), "longer"),
            (5, ("mate", 3, 9), "open"),
            (5, ("mate", None, 9), "open"),
            (5, ("unknown", 3, None), "unchecked"),
            (5, ("unknown", None, None), "unchecked"),
        ]:
            self.assertEqual(row.judge("mate", plies, *known), expected, (plies, known))

    def test_claims_that_every_check_fails(self):
        self.assertEqual(row.judge("refuted", None, "mate", 3, 3), "wrong")
        self.assertEqual(row.judge("refuted", None, "no-mate", None, None), "right")
        self.assertEqual(row.judge("refuted", None, "unknown", 9, None), "unchecked")

    def test_no_claim_needs_no_judgement(self):
        self.assertEqual(row.judge("none", None, "mate", 3, 3), "")

    def test_answers_are_joined_to_the_narrowest_bounds(self):
        one = matenro.Answer("mate", None, 15, 0.1, 0.1, 1)
        two = matenro.Answer("unknown", 7, None, 0.1, 0.1, 1)
        three = matenro.Answer("mate", 5, 11, 0.1, 0.1, 1)
        self.assertEqual(row.combined(one, two, three), ("mate", 7, 11))

    def test_mate_and_no_mate_at_once_is_an_error(self):
        one = matenro.Answer("mate", None, 15, 0.1, 0.1, 1)
        two = matenro.Answer("no-mate", None, None, 0.1, 0.1, 1)
        with self.assertRaises(matenro.MatenroError):
            row.combined(one, two)


class Summaries(unittest.TestCase):
    ROWS = [
        a_row(),
        a_row(id="x-2", hachu="none", claim=""),
        a_row(id="x-3", verdict="no-mate", mate_verdict="no-mate", claim="false"),
        a_row(id="x-4", mate_verdict="unknown", verdict="unknown", claim="unchecked"),
        a_row(id="x-5", hachu="none", claim="", mate_verdict="unknown", verdict="unknown"),
        a_row(id="x-6", claim="longer", hachu_plies=7),
    ]

    def test_every_problem_is_counted_once(self):
        counts = dict(summary.counts(self.ROWS))
        self.assertEqual(counts["mate found by both"], 2)
        self.assertEqual(counts["only by matenro"], 1)
        self.assertEqual(counts["only by HaChu"], 1)
        self.assertEqual(counts["by neither"], 1)
        self.assertEqual(counts["no mate, shown by matenro"], 1)
        self.assertEqual(counts["... false: no mate at all"], 1)

    def test_a_mate_shorter_than_possible_is_none(self):
        self.assertFalse(summary.hachu_solved(a_row(hachu_first_plies=3, hachu_plies=3)))
        # The first claim is sound, only the later one is not.
        self.assertTrue(summary.hachu_solved(a_row(hachu_plies=3, claim="too-short")))

    def test_ratios(self):
        found = summary.ratios([(2.0, 1.0), (8.0, 1.0), (1.0, 2.0)])
        self.assertEqual((found.count, found.median, found.matenro_faster), (3, 2.0, 2))
        self.assertAlmostEqual(found.geometric_mean, 2.0)
        self.assertIsNone(summary.ratios([]))

    def test_false_mates_are_named_and_count_for_no_ratio(self):
        self.assertIn("x-3: mate in 5, but there is no mate", summary.text(self.ROWS))
        self.assertIn("| x-3 | mate in 5 | no mate |", summary.markdown(self.ROWS))
        self.assertEqual([found.count for _, found in summary.times(self.ROWS)][:2], [2, 2])


class Programs(unittest.TestCase):
    def test_a_missing_hachu_is_named(self):
        with self.assertRaisesRegex(hachu.HachuError, "/no/such is no program"):
            compare.find_hachu("/no/such")

    def test_a_program_that_ends_at_once_is_no_hachu(self):
        with self.assertRaisesRegex(hachu.HachuError, "ended early"):
            hachu.version("/bin/true")

    def test_answers_of_matenro(self):
        # As in the README of matenro.
        text = (
            '{"type":"solution","id":"kinuburui-02","sfen":"...","rules":"historic",'
            '"verdict":"mate","level":"searched","plies":{"at_least":19,"at_most":19},'
            '"line":["9h5d+"],"limit":null,"expanded":51542,"nodes":308977,"time_s":0.612}'
        )
        answer = matenro.parse_answer(text, 0.7)
        self.assertEqual(answer, matenro.Answer("mate", 19, 19, 0.612, 0.7, 51542))
        self.assertTrue(answer.is_settled)

    def test_errors_of_matenro_are_passed_on(self):
        text = '{"type":"error","id":null,"file":"mine.csv","line":3,"message":"no king"}'
        with self.assertRaisesRegex(matenro.MatenroError, "no king"):
            matenro.parse_answer(text, 0.0)
        with self.assertRaisesRegex(matenro.MatenroError, "answered `oops`"):
            matenro.parse_answer("oops", 0.0)


if __name__ == "__main__":
    unittest.main()
