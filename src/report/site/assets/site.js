// The pages' script: sorts and filters the lists, and plays through the lines of a problem.
// It knows no rules. Positions, legal moves, checks and texts are data that matenro wrote into the
// page (see src/report/site/replay.rs); this only replays them.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const NUMERALS = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

  const WORDS = {
    en: {
      attacker: "attacker", defender: "defender", diagram: "The diagram", check: "check", mate: "mate",
      promotes: "promotes", takes: "takes", and: "and", igui: "without moving", passes: "passes in place",
      to: "to", first: "first step", second: "second step", jump: "jump or second step", moves: "moves",
      pass: "pass", good: ["checks", "evasions"], others: "other moves", none: "no moves", black: "Black",
      white: "White", then: "after taking on", way: "takes on the way", notInText: "is not among the lines here", copied: "copied",
      selected: "Select the text and copy it.", noLine: "(off the lines)", sort: "sort by",
    },
    ja: {
      attacker: "攻方", defender: "玉方", diagram: "初形", check: "王手", mate: "詰み",
      promotes: "成", takes: "×", and: "・", igui: "居食い", passes: "じっと",
      to: "→", first: "一歩目", second: "二歩目", jump: "二歩目・跳び", moves: "指手",
      pass: "じっと", good: ["王手", "応手"], others: "その他", none: "なし", black: "先手",
      white: "後手", then: "を取って", way: "途中で取れる駒", notInText: "は手順にない", copied: "コピーしました",
      selected: "選択してコピーしてください。", noLine: "（手順外）", sort: "並べ替え：",
    },
  };

  const byId = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  function make(tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    return element;
  }

  function draw(tag, attributes = {}, text = "") {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    return element;
  }

  // Choices of the reader; a browser that keeps nothing for files on disk forgets them.
  const memory = {
    get(key) { try { return localStorage.getItem("matenro-" + key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem("matenro-" + key, value); } catch { /* not kept */ } },
  };

  // ---------------------------------------------------------------- lists of problems

  function list(table) {
    const form = byId("filters");
    const count = byId("count");
    const body = table.tBodies[0];
    const words = WORDS[document.documentElement.lang] || WORDS.en;
    const heads = all("th[data-sort]", table);
    const cells = { title: 2, level: 6 };
    const rows = [...body.rows].map((row) => ({
      row,
      text: row.textContent.toLowerCase(),
      keys: {
        number: Number(row.dataset.place),
        title: row.cells[cells.title].textContent,
        claimed: key(row.dataset.claimed),
        exact: key(row.dataset.exact),
        status: Number(row.dataset.rank),
        level: row.cells[cells.level].textContent,
        findings: Number(row.cells[7].dataset.count),
      },
    }));

    // What is not known comes last, whichever way the list is sorted.
    function key(value) { return value === undefined ? null : Number(value); }

    function compare(a, b, name, direction) {
      const [x, y] = [a.keys[name], b.keys[name]];
      if (x === null || y === null) return (x === null) - (y === null);
      const order = typeof x === "string" ? x.localeCompare(y) : x - y;
      return order * direction || a.keys.number - b.keys.number;
    }

    function sort(head) {
      const descending = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const sorted = [...rows].sort((a, b) => compare(a, b, head.dataset.sort, descending ? -1 : 1));
      body.append(...sorted.map((one) => one.row));
    }

    function filter() {
      const wanted = new FormData(form);
      const get = (name) => wanted.get(name) || "";
      const text = get("text").trim().toLowerCase().split(/\s+/).filter(Boolean);
      const [from, to] = [get("from"), get("to")].map((value) => (value === "" ? null : Number(value)));
      let shown = 0;
      for (const { row, text: content, keys } of rows) {
        const fits = ["collection", "status", "level"].every(
          (name) => get(name) === "" || row.dataset[name] === get(name));
        const known = keys.exact !== null;
        const long = (from === null || (known && keys.exact >= from)) &&
          (to === null || (known && keys.exact <= to));
        row.hidden = !(fits && long && text.every((word) => content.includes(word)));
        shown += row.hidden ? 0 : 1;
      }
      count.textContent = shown === rows.length ? `${shown} ${count.dataset.shown}`
        : `${shown} ${count.dataset.of} ${rows.length} ${count.dataset.shown}`;
    }

    for (const head of heads) {
      const label = head.textContent;
      const button = make("button", { type: "button", title: `${words.sort} ${label}` }, label);
      button.addEventListener("click", () => sort(head));
      head.replaceChildren(button);
    }
    form.hidden = false;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(filter));
    // A browser that goes back brings the old values of the form along.
    window.addEventListener("pageshow", filter);
  }

  // ---------------------------------------------------------------- data of a problem

  const squaresOf = (usi) => usi.match(/\d+[a-z]/g);

  // The positions of a problem, replayed from the data of the page.
  class Book {
    constructor(data) {
      this.data = data;
      this.start = new Map(data.start.split(" ").filter(Boolean).map(placed));
      this.changes = data.texts.map((texts) => texts[3].split(" ").filter(Boolean).map(placed));
    }

    parent(node) { return this.data.parent[node] ?? node - 1; }

    path(node) {
      const path = [];
      for (let at = node; at > 0; at = this.parent(at)) path.push(at);
      return path.reverse();
    }

    texts(node) { return this.data.texts[this.data.text[node]]; }

    isCheck(node) { return this.data.check[node] !== "0"; }

    isMate(node) { return this.data.check[node] === "2"; }

    // What stands where in a node.
    board(node) {
      const board = new Map(this.start);
      for (const at of this.path(node)) {
        for (const [square, piece] of this.changes[this.data.text[at]]) {
          if (piece) board.set(square, piece); else board.delete(square);
        }
      }
      return board;
    }

    // The legal moves of the side to move, by the square of the piece.
    legal(node) {
      const nodes = [node];
      const path = this.path(node);
      for (let index = path.length - 3; index >= 0; index -= 2) nodes.push(path[index]);
      if (path.length % 2 === 0 && path.length > 0) nodes.push(0);
      const lists = new Map();
      for (const at of nodes.reverse()) {
        for (const word of this.data.changes[this.data.legal[at]].split(" ").filter(Boolean)) {
          if (word.startsWith("-")) { lists.delete(word.slice(1)); continue; }
          const moves = this.data.lists[Number(word)].split(" ").map(Number);
          lists.set(squaresOf(this.data.moves[moves[0]])[0], moves);
        }
      }
      const good = new Set(this.data.goods[this.data.good[node]].split(" ").filter(Boolean).map(Number));
      const read = (number) => ({ ...this.move(number), good: good.has(number) });
      return new Map([...lists].map(([square, moves]) => [square, moves.map(read)]));
    }

    // A move of the dictionary: squares, promotion, and its shape as a letter behind.
    move(number) {
      const text = this.data.moves[number];
      const [, usi, shape] = text.match(/^((?:\d+[a-z])+\+?)([dijps]?)$/);
      const squares = squaresOf(usi);
      return { usi, shape, from: squares[0], mid: squares.length > 2 ? squares[1] : null,
        to: squares.at(-1), promotes: usi.endsWith("+") };
    }
  }

  function placed(word) {
    const [, square, piece] = word.match(/^(\d+[a-z])(.*)$/);
    return [square, piece];
  }

  const isBlack = (piece) => piece !== piece.toLowerCase();

  // ---------------------------------------------------------------- the board

  // The picture of the board: squares are where the still diagram has them.
  class Board {
    constructor(svg, pieces) {
      this.svg = svg;
      this.pieces = pieces;
      this.flipped = false;
      this.style = "two-kanji";
      this.coordinates = "both";
      this.places = new Map();
      for (const rect of all("rect.square", svg)) {
        const [x, y, width, height] = ["x", "y", "width", "height"].map((n) => Number(rect.getAttribute(n)));
        this.places.set(rect.dataset.square, { x, y, width, height, rect });
      }
      this.order = [...this.places.keys()];
      // The pictures of all pieces take the place of those of the diagram.
      for (const defs of all("defs", svg)) defs.remove();
      const defs = draw("svg", { class: "defs", "aria-hidden": "true", width: 0, height: 0 });
      defs.innerHTML = pieces.pictures;
      svg.before(defs);
      this.layers = Object.fromEntries(["marks", "labels", "pieces", "arrows", "hints"].map((name) => {
        let layer = svg.querySelector(`g.${name}`);
        if (!layer) { layer = draw("g", { class: name }); svg.append(layer); }
        return [name, layer];
      }));
    }

    // Where a square lies: the opposite one's place if the board is turned.
    at(square) {
      if (!this.flipped) return this.places.get(square);
      return this.places.get(this.order[this.order.length - 1 - this.order.indexOf(square)]);
    }

    middle(square) {
      const { x, y, width, height } = this.at(square);
      return [x + width / 2, y + height / 2];
    }

    symbol(piece) {
      const side = isBlack(piece) !== this.flipped ? "b" : "w";
      const code = piece.toLowerCase().replace("+", "p");
      return `#p-${this.style}-${side}-${code}`;
    }

    show(board, explanations) {
      for (const [square, { rect }] of this.places) {
        const { x, y } = this.at(square);
        rect.setAttribute("x", x);
        rect.setAttribute("y", y);
      }
      this.layers.pieces.replaceChildren(...[...board].map(([square, piece]) => {
        const { x, y } = this.at(square);
        const use = draw("use", { href: this.symbol(piece), x, y, "data-square": square });
        use.append(draw("title", {}, `${square}: ${explanations[piece.toLowerCase()] || piece}`));
        return use;
      }));
      this.label();
    }

    label() {
      const texts = [];
      const text = (x, y, content, kanji) => texts.push(draw("text", { x, y, class: kanji ? "kanji" : "" }, content));
      const edges = [...this.places.values()];
      const [left, top] = [Math.min(...edges.map((p) => p.x)), Math.min(...edges.map((p) => p.y))];
      const right = Math.max(...edges.map((p) => p.x + p.width));
      for (const square of this.order) {
        const { x, y, width, height } = this.at(square);
        const [, file, rank] = square.match(/^(\d+)([a-z])$/);
        if (y === top) text(x + width / 2, top - 7, file);
        if (x !== left) continue;
        const middle = y + height / 2 + 4;
        if (this.coordinates !== "japanese") text(left - 11, middle, rank);
        if (this.coordinates === "western") continue;
        const numeral = [...NUMERALS[rank.charCodeAt(0) - 97] || rank];
        numeral.forEach((letter, index) =>
          text(right + 11, middle + (index - (numeral.length - 1) / 2) * 12, letter, true));
      }
      for (const old of all("text", this.layers.labels)) old.remove();
      this.layers.labels.prepend(...texts);
    }

    // Marks the squares of the last move and the royals in check.
    mark(squares, royals, isMate) {
      const box = (square, kind) => {
        const { x, y, width, height } = this.at(square);
        return draw("rect", { x, y, width, height, class: `mark ${kind}` });
      };
      const [from, to] = [squares[0], squares.at(-1)];
      const marks = squares.map((square) => box(square, square === to && from !== to ? "to" : square === from ? "from" : "via"));
      this.layers.marks.replaceChildren(...marks);
      const rings = royals.map((square) => {
        const [cx, cy] = this.middle(square);
        return draw("circle", { cx, cy, r: 20, class: isMate ? "check mated" : "check" });
      });
      const path = squares.length < 2 || from === to && squares.length < 3 ? [] : [this.arrow(squares)];
      this.layers.arrows.replaceChildren(...rings, ...path);
    }

    arrow(squares) {
      const points = squares.map((square) => this.middle(square));
      const [[x0, y0], [x1, y1]] = points.slice(-2);
      const length = Math.hypot(x1 - x0, y1 - y0) || 1;
      const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
      const tip = [x1 - dx * 8, y1 - dy * 8];
      const base = [x1 - dx * 18, y1 - dy * 18];
      const line = [...points.slice(0, -1), base].map((point) => point.join(" ")).join("L");
      const head = `M${tip[0]} ${tip[1]}L${base[0] - dy * 6} ${base[1] + dx * 6}L${base[0] + dy * 6} ${base[1] - dx * 6}z`;
      const group = draw("g", { class: "arrow" });
      group.append(draw("path", { d: `M${line}`, class: "shaft" }), draw("path", { d: head, class: "head" }));
      return group;
    }

    // Shows whose turn it is, at the edge of the board.
    turn(black) {
      const mark = this.svg.querySelector(".turn");
      if (!mark) return;
      const edges = [...this.places.values()];
      const right = Math.max(...edges.map((p) => p.x + p.width)) + 11;
      const [top, bottom] = [Math.min(...edges.map((p) => p.y)), Math.max(...edges.map((p) => p.y + p.height))];
      const below = black !== this.flipped;
      mark.setAttribute("transform", `translate(${right} ${below ? bottom : top})`);
      mark.setAttribute("d", below ? "M0 -6L4.5 -3L5 5H-5L-4.5 -3z" : "M0 6L4.5 3L5 -5H-5L-4.5 3z");
      mark.setAttribute("fill", black ? "#20160a" : "#fff");
    }

    // Marks where a piece may go. A lion's first step, its second and squares where it may take on the
    // way look different.
    hint(from, moves, via) {
      const hints = [];
      if (from) {
        const { x, y, width, height } = this.at(from);
        hints.push(draw("rect", { x, y, width, height, class: "chosen" }));
      }
      if (via) {
        const { x, y, width, height } = this.at(via);
        hints.push(draw("rect", { x, y, width, height, class: "chosen via" }));
      }
      const targets = new Map();
      for (const move of moves) {
        const square = via ? move.to : move.mid && move.shape !== "p" ? move.mid : move.to;
        const kind = via ? "second" : move.mid && move.shape !== "p" ? "via"
          : { s: "first", j: "second", p: "pass" }[move.shape] || "plain";
        const known = targets.get(square + kind) || { square, kind, good: false, promotes: false };
        known.good = known.good || move.good;
        known.promotes = known.promotes || move.promotes;
        targets.set(square + kind, known);
      }
      const radius = { plain: 7, first: 7, second: 7, via: 16, pass: 19 };
      for (const { square, kind, good, promotes } of targets.values()) {
        const [cx, cy] = this.middle(square);
        const shape = kind === "second"
          ? draw("path", { d: `M${cx} ${cy - 9}L${cx + 9} ${cy}L${cx} ${cy + 9}L${cx - 9} ${cy}z` })
          : draw("circle", { cx, cy, r: radius[kind] });
        shape.setAttribute("class", `hint ${kind}${good ? " good" : ""}`);
        shape.setAttribute("data-square", square);
        hints.push(shape);
        if (promotes) hints.push(draw("text", { x: cx + 11, y: cy - 8, class: "hint-plus" }, "+"));
      }
      this.layers.hints.replaceChildren(...hints);
    }
  }

  // ---------------------------------------------------------------- the player

  class Player {
    constructor(root) {
      this.root = root;
      this.words = WORDS[root.dataset.lang] || WORDS.en;
      this.lang = root.dataset.lang;
      this.pieces = window.matenroPieces;
      this.book = new Book(JSON.parse(byId("replay").textContent));
      this.board = new Board(byId("board"), this.pieces);
      this.buttons = new Map();
      this.node = 0;
      this.path = [];
      this.line = null;
      this.chosen = null;
      this.collect();
      this.choices();
      this.listen();
      all("[hidden]", root).forEach((element) => { element.hidden = false; });
      this.line = this.lines[0] || null;
      this.path = this.line ? this.line.path : [];
      this.go(this.target());
    }

    // The node that the address asks for.
    target() {
      const wanted = location.hash.match(/^#n(\d+)$/);
      const node = wanted ? Number(wanted[1]) : 0;
      if (node <= 0 || node >= this.book.data.text.length) return 0;
      const line = this.lines.find((one) => one.path.includes(node));
      this.line = line || null;
      this.path = line ? line.path : this.book.path(node);
      return node;
    }

    // The lines of the page and the buttons of each node.
    collect() {
      this.lines = [];
      for (const element of all(".line")) {
        const buttons = all("button[value]", element);
        if (buttons.length === 0) continue;
        // A folded line names its last move, which has no button of its own.
        const last = Number(element.dataset.last || buttons.at(-1).value);
        const line = { name: element.dataset.line, label: element.dataset.label, element, path: this.book.path(last) };
        if (element.dataset.label) this.lines.push(line);
        buttons.forEach((button, index) => { button.tabIndex = index === 0 ? 0 : -1; });
        for (const button of buttons) button.matenroLine = line;
      }
      // The folded line is the main line in another form.
      const main = this.lines.find((line) => line.name === "best") || this.lines.find((line) => line.name === "published");
      for (const button of all('.line[data-line="folded"] button[value]')) button.matenroLine = main;
      for (const button of all("main button[value]")) {
        const node = Number(button.value);
        if (!this.buttons.has(node)) this.buttons.set(node, []);
        this.buttons.get(node).push(button);
      }
      const select = byId("line");
      select.append(make("option", { value: "" }, this.words.noLine));
      this.lines.forEach((line, index) => {
        const first = line.element.querySelector("button[value]");
        const text = line.name === "published" || line.name === "best" || line.name === "mended"
          ? line.label : `${line.label}: ${first.textContent}`;
        select.append(make("option", { value: index }, text));
      });
    }

    choices() {
      const choose = (id, apply) => {
        const select = byId(id);
        const kept = memory.get(id);
        if (kept && [...select.options].some((option) => option.value === kept)) select.value = kept;
        const changed = () => { apply(select.value); memory.set(id, select.value); };
        select.addEventListener("change", () => { changed(); this.render(); });
        apply(select.value);
      };
      choose("pieces", (value) => { this.board.style = value; });
      choose("coordinates", (value) => { this.board.coordinates = value; });
      choose("notation", (value) => this.notate(value));
      byId("line").addEventListener("change", (event) => this.follow(event.target.value));
    }

    // Writes all moves of the page in a notation.
    notate(notation) {
      const column = { usi: 0, tsa: 1, japanese: 2 }[notation];
      this.column = column;
      for (const [node, buttons] of this.buttons) {
        const text = this.book.texts(node)[column];
        for (const button of buttons) {
          if (button.classList.contains("block")) continue;
          button.textContent = text;
          if (column === 2) button.lang = "ja"; else button.removeAttribute("lang");
        }
      }
    }

    listen() {
      const press = (id, action) => byId(id).addEventListener("click", action);
      press("start", () => this.go(0));
      press("back", () => this.step(-1));
      press("forward", () => this.step(1));
      press("end", () => this.go(this.path.at(-1) || 0));
      press("flip", () => { this.board.flipped = !this.board.flipped; this.render(); });
      document.addEventListener("click", (event) => this.clicked(event));
      document.addEventListener("keydown", (event) => this.key(event));
      this.root.querySelector("details.legal").addEventListener("toggle", () => this.listLegal());
      let before = 0;
      window.addEventListener("beforeprint", () => {
        before = this.node;
        this.opened = all(".line details").filter((block) => !block.open);
        this.opened.forEach((block) => { block.open = true; });
        this.show(0);
      });
      window.addEventListener("afterprint", () => {
        (this.opened || []).forEach((block) => { block.open = false; });
        this.show(before);
      });
    }

    clicked(event) {
      const button = event.target.closest("button[value]");
      if (button && button.closest("main")) {
        const node = Number(button.value);
        this.take(button.matenroLine || null, node);
        return;
      }
      const place = event.target.closest("[data-square]");
      if (place) this.touch(place.dataset.square);
    }

    // Follows a line that a node belongs to.
    take(line, node) {
      this.line = line && this.lines.includes(line) ? line : null;
      this.path = line ? line.path : this.book.path(node);
      this.go(node);
    }

    // Goes over to another line: to its beginning if it begins beside another one, else to the place
    // where both are the same.
    follow(index) {
      const line = this.lines[Number(index)];
      if (index === "" || !line) return;
      this.line = line;
      this.path = line.path;
      const start = this.book.parent(Number(line.element.querySelector("button[value]").value));
      const here = this.book.path(this.node);
      let shared = 0;
      while (shared < here.length && here[shared] === line.path[shared]) shared += 1;
      this.go(start !== 0 ? start : shared > 0 ? here[shared - 1] : 0);
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const target = event.target;
      if (target.closest("input, select, textarea, pre")) return;
      const atBoard = target.closest("#player, .line") !== null;
      const other = (by) => () => {
        const now = this.lines.indexOf(this.line);
        const next = now < 0 ? 0 : (now + by + this.lines.length) % this.lines.length;
        if (this.lines.length > 0) this.follow(String(next));
      };
      const actions = {
        ArrowLeft: () => this.step(-1),
        ArrowRight: () => this.step(1),
        Escape: () => this.choose(null),
        ...(atBoard ? {
          Home: () => this.go(0),
          End: () => this.go(this.path.at(-1) || 0),
          ArrowUp: other(-1),
          ArrowDown: other(1),
        } : {}),
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      const inLine = target.closest(".line") !== null;
      action();
      if (inLine) {
        const button = this.currentButton();
        if (button) button.focus();
      }
    }

    step(by) {
      const here = this.path.indexOf(this.node);
      const next = here + by;
      if (this.node !== 0 && here < 0) return;
      if (next < -1 || next >= this.path.length) return;
      this.go(next < 0 ? 0 : this.path[next]);
    }

    go(node) {
      this.show(node);
      this.announce();
      const button = this.currentButton();
      if (!button) return;
      const block = button.closest("details");
      if (block && !block.open && button.closest(".line")) {
        if (this.autoOpened) this.autoOpened.open = false;
        block.open = true;
        this.autoOpened = block;
      }
      for (const other of all("button[value]", button.closest(".line") || button)) other.tabIndex = -1;
      button.tabIndex = 0;
      const box = button.closest(".moves");
      if (box && box.scrollHeight > box.clientHeight + 1) {
        box.scrollTop = button.offsetTop - box.offsetTop - box.clientHeight / 2;
      }
    }

    // The button of the move just played, in the line that is followed.
    currentButton() {
      const buttons = this.buttons.get(this.node) || [];
      return buttons.find((button) => this.line && button.matenroLine === this.line) || buttons[0];
    }

    show(node) {
      for (const button of this.buttons.get(this.node) || []) button.removeAttribute("aria-current");
      this.node = node;
      this.chosen = null;
      for (const button of this.buttons.get(node) || []) button.setAttribute("aria-current", "true");
      this.render();
    }

    render() {
      const { node, book, board } = this;
      const position = book.board(node);
      this.position = position;
      board.show(position, this.pieces.explanations[this.lang]);
      const black = this.blackToMove(node);
      const royals = book.isCheck(node)
        ? [...position].filter(([, piece]) => isBlack(piece) === black && this.pieces.royals.includes(piece.toLowerCase())).map(([square]) => square)
        : [];
      board.mark(node === 0 ? [] : squaresOf(book.texts(node)[0]), royals, book.isMate(node));
      board.turn(black);
      board.hint(null, []);
      if (this.chosen) this.choose(this.chosen);
      // Not `disabled`: a button that is switched off while it has the focus would lose the keyboard.
      const off = (id, is) => byId(id).setAttribute("aria-disabled", String(is));
      const atEnd = this.path.length === 0 || this.path.at(-1) === node;
      for (const [id, is] of [["start", node === 0], ["back", node === 0], ["forward", atEnd], ["end", atEnd]]) off(id, is);
      byId("line").value = this.line ? String(this.lines.indexOf(this.line)) : "";
      this.describe(position);
      this.listLegal();
    }

    blackToMove(node) {
      return (this.root.dataset.side === "b") === (this.book.path(node).length % 2 === 0);
    }

    // The position in words, for those who cannot see it.
    describe(position) {
      const names = (black) => [...position].filter(([, piece]) => isBlack(piece) === black)
        .map(([square, piece]) => `${this.name(piece)} ${square}`).join(", ");
      const text = `${this.words.black}: ${names(true)}. ${this.words.white}: ${names(false)}.`;
      const desc = this.board.svg.querySelector("desc");
      if (desc) desc.textContent = text;
    }

    name(piece) {
      const names = this.pieces.names[piece.toLowerCase()];
      if (!names) return piece;
      if (this.lang === "ja") return names[1];
      // A promoted gold is no rook, though it is called one.
      const others = Object.values(this.pieces.names).filter((other) => other[0] === names[0]);
      return (piece.startsWith("+") && others.length > 1 ? "+" : "") + names[0];
    }

    // What the last move did, in words.
    done(node) {
      const words = this.words;
      const before = this.book.board(this.book.parent(node));
      const usi = this.book.texts(node)[0];
      const squares = squaresOf(usi);
      const [from, to] = [squares[0], squares.at(-1)];
      const mid = squares.length > 2 ? squares[1] : null;
      const piece = this.name(before.get(from) || "");
      const victim = (square) => `${this.name(before.get(square) || "")} ${square}`;
      const parts = [];
      if (mid && !before.has(mid)) parts.push(`${piece} ${from} ${words.passes}`);
      else if (mid && to === from) parts.push(`${piece} ${from} ${words.takes} ${victim(mid)} ${words.igui}`);
      else if (mid) parts.push(`${piece} ${from} ${words.takes} ${victim(mid)} ${words.and} ${before.has(to) ? victim(to) : `${words.to} ${to}`}`);
      else if (before.has(to)) parts.push(`${piece} ${from} ${words.takes} ${victim(to)}`);
      else parts.push(`${piece} ${from} ${words.to} ${to}`);
      if (usi.endsWith("+")) parts.push(words.promotes);
      if (this.book.isMate(node)) parts.push(words.mate);
      else if (this.book.isCheck(node)) parts.push(words.check);
      return parts.join(", ");
    }

    announce() {
      const now = byId("now");
      if (this.node === 0) { now.textContent = `${this.words.diagram}.`; return; }
      const ply = this.book.path(this.node).length;
      const text = this.book.texts(this.node)[this.column];
      now.replaceChildren(make("b", {}, `${ply}. ${text}`), ` ${this.done(this.node)}.`);
    }

    // A square was touched: choose its piece, go on with a chosen one, or let it go.
    touch(square) {
      const legal = this.book.legal(this.node);
      if (this.chosen) {
        const { from, via } = this.chosen;
        const moves = legal.get(from) || [];
        if (!via && square !== from && moves.some((move) => move.mid === square && move.shape !== "p")) {
          this.choose({ from, via: square });
          return;
        }
        const fits = moves.filter((move) => (via ? move.mid === via && move.to === square : !move.mid && move.to === square));
        const child = this.child(fits);
        if (child !== null) { this.take(this.lineOf(child), child); return; }
        if (fits.length > 0) {
          byId("now").textContent = `${fits[0].usi} ${this.words.notInText}.`;
          return;
        }
      }
      if (legal.has(square) && !(this.chosen && this.chosen.from === square)) this.choose({ from: square });
      else this.choose(null);
    }

    // The node that one of these moves leads to, if a line goes there.
    child(moves) {
      const texts = new Set(moves.map((move) => move.usi));
      const total = this.book.data.text.length;
      for (let node = 1; node < total; node += 1) {
        if (this.book.parent(node) === this.node && texts.has(this.book.texts(node)[0])) return node;
      }
      return null;
    }

    lineOf(node) {
      if (this.line && this.line.path.includes(node)) return this.line;
      return this.lines.find((line) => line.path.includes(node)) || null;
    }

    choose(chosen) {
      this.chosen = chosen;
      const moves = chosen ? this.book.legal(this.node).get(chosen.from) || [] : [];
      const via = chosen && chosen.via;
      // A lion that can take on the way: touching that square shows the second steps from there.
      const shown = via ? moves.filter((move) => move.mid === via) : moves;
      this.board.hint(chosen && chosen.from, shown, via);
      if (!chosen) { this.announce(); return; }
      const piece = this.name(this.position.get(chosen.from));
      const lead = via ? `${piece} ${chosen.from}, ${this.words.then} ${via}: ` : `${piece} ${chosen.from}: `;
      byId("now").textContent = lead + this.told(shown, via, true);
    }

    // Moves in words, those that belong to the problem first. In short, the second steps of a lion are
    // left out: only the squares are named where it can take on the way.
    told(moves, via, short) {
      const attacks = this.book.path(this.node).length % 2 === 0;
      const take = (square, from) => (this.position.has(square) && square !== from ? "×" : "") + square;
      const word = (move) => {
        if (move.shape === "p") return this.words.pass;
        if (move.shape === "i") return via ? `${move.to} (${this.words.igui})` : `×${move.mid} (${this.words.igui})`;
        if (move.mid) return (via ? "" : `×${move.mid}–`) + take(move.to, move.from);
        return take(move.to, move.from) + (move.promotes ? "+" : "");
      };
      const text = (some) => {
        const of = (shapes) => some.filter((move) => (shapes === "" ? move.shape === "" : move.shape !== "" && shapes.includes(move.shape)));
        if (via || of("").length === some.length) return some.map(word).join(", ");
        const onTheWay = [...new Set(of("di").map((move) => `×${move.mid}`))];
        return [
          [this.words.moves, of("").map(word)],
          [this.words.first, of("s").map(word)],
          [this.words.jump, of("j").map(word)],
          short ? [this.words.way, onTheWay] : [this.words.second, of("di").map(word)],
          ["", of("p").map(word)],
        ].filter(([, list]) => list.length > 0).map(([label, list]) => `${label} ${list.join(", ")}`.trim()).join("; ");
      };
      const good = moves.filter((move) => move.good);
      const rest = moves.filter((move) => !move.good);
      return [[this.words.good[attacks ? 0 : 1], good], [this.words.others, rest]]
        .filter(([, some]) => some.length > 0).map(([label, some]) => `${label}: ${text(some)}`).join(" · ") || this.words.none;
    }

    // The moves of all pieces as text, with a button for each piece.
    listLegal() {
      const box = byId("legal");
      if (!box.closest("details").open) { box.replaceChildren(); return; }
      const rows = [...this.book.legal(this.node)].map(([square, moves]) => {
        const row = make("p");
        const piece = this.position.get(square);
        const title = this.pieces.explanations[this.lang][piece.toLowerCase()] || piece;
        const button = make("button", { type: "button", "data-square": square, title }, `${this.name(piece)} ${square}`);
        row.append(button, " ", this.told(moves, null, false));
        return row;
      });
      box.replaceChildren(...(rows.length > 0 ? rows : [make("p", {}, this.words.none)]));
    }
  }

  // ---------------------------------------------------------------- texts to take away

  function exports(section) {
    const words = WORDS[document.documentElement.lang] || WORDS.en;
    for (const block of all("details", section)) {
      const text = block.querySelector("pre");
      block.querySelector(".tools").hidden = false;
      const copy = block.querySelector(".copy");
      copy.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(text.textContent);
          copy.textContent = words.copied;
        } catch {
          getSelection().selectAllChildren(text);
          copy.textContent = words.selected;
        }
      });
      const download = block.querySelector(".download");
      download.addEventListener("click", () => {
        const link = make("a", { download: download.dataset.file });
        link.href = URL.createObjectURL(new Blob([text.textContent], { type: "text/plain;charset=utf-8" }));
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      });
    }
  }

  document.documentElement.classList.add("scripted");
  if (byId("problems")) list(byId("problems"));
  if (byId("replay")) new Player(byId("player"));
  if (document.querySelector(".exports")) exports(document.querySelector(".exports"));
})();
