// The board of a problem: steps, lion power, keyboard, screen reader, scripts off.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { here, launch, matenro, on, open, scratch } from "./support.mjs";

const site = scratch();
const problem = join(site, "powers/powers.html");
let browser;

before(async () => {
  matenro(["report", join(here, "powers.csv"), "-o", site, "--quiet"]);
  browser = await launch();
});
after(() => browser.close());

/** Opens the problem, hands it on, and asks that nothing went wrong. */
async function playing(work, options) {
  const page = await open(browser, problem, options);
  await work(page);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
}

const now = (page) => page.locator("#now").textContent();
const hints = (page, kind) => page.locator(`#board .hint.${kind}`).evaluateAll(
  (all) => all.map((one) => one.dataset.square).sort());

test("steps through igui, double capture and promotion, forth and back", () => playing(async (page) => {
  assert.equal(await on(page, "7f"), "b-n");
  assert.equal(await on(page, "6f"), "w-p");
  await page.click("#forward");
  // The lion takes on 6f without moving.
  assert.deepEqual([await on(page, "7f"), await on(page, "6f")], ["b-n", null]);
  assert.match(await now(page), /^1\. Lnx!6f.*lion 7f takes pawn 6f without moving/);
  await page.click("#forward");
  await page.click("#forward");
  // It takes on 8e and on 7d.
  assert.deepEqual(
    [await on(page, "7f"), await on(page, "8e"), await on(page, "7d")], [null, null, "b-n"]);
  assert.match(await now(page), /takes pawn 8e and pawn 7d/);
  await page.click("#forward");
  await page.click("#forward");
  assert.deepEqual([await on(page, "1e"), await on(page, "1d")], [null, "b-pp"]);
  for (let ply = 0; ply < 5; ply += 1) await page.click("#back");
  assert.deepEqual(
    [await on(page, "7f"), await on(page, "6f"), await on(page, "8e"), await on(page, "7d"), await on(page, "1e")],
    ["b-n", "w-p", "w-p", "w-p", "b-p"]);
  assert.ok(await page.locator("#back").isDisabled());
  await page.click("#end");
  assert.equal(await on(page, "10f"), "b-n");
  assert.ok(await page.locator("#forward").isDisabled());
}));

test("a pass changes nothing but the side to move", () => playing(async (page) => {
  await page.locator(".line button[value]", { hasText: "Ln-pass" }).first().click();
  assert.match(await now(page), /^11\. Ln-pass.*passes in place/);
  const after = await page.locator("#board .pieces use").evaluateAll((all) => all.map((one) => one.dataset.square).sort());
  const turn = await page.locator("#board .turn").getAttribute("fill");
  await page.click("#back");
  const before = await page.locator("#board .pieces use").evaluateAll((all) => all.map((one) => one.dataset.square).sort());
  assert.deepEqual(after, before);
  assert.notEqual(await page.locator("#board .turn").getAttribute("fill"), turn);
}));

test("a click on the lion shows first and second steps apart", () => playing(async (page) => {
  await page.click('#board .pieces use[data-square="7f"]');
  // Around 7f stand white pieces on 8e, 6e, 8f, 6f and 8g; 7e, 7g and 6g are empty.
  assert.deepEqual(await hints(page, "via"), ["6e", "6f", "8e", "8f", "8g"]);
  assert.deepEqual(await hints(page, "first"), ["6e", "6f", "6g", "7e", "7g", "8e", "8f", "8g"]);
  const ring = ["5d", "5e", "5f", "5g", "5h", "6d", "6h", "7d", "7h", "8d", "8h", "9d", "9e", "9f", "9g", "9h"];
  assert.deepEqual(await hints(page, "second"), ring);
  assert.deepEqual(await hints(page, "pass"), ["7f"]);
  // Having taken on 8e it goes on to any neighbour that is not its own, or comes back.
  await page.click('#board rect.square[data-square="8e"]', { force: true });
  assert.deepEqual(await hints(page, "second"), ["7d", "7e", "7f", "8d", "8f", "9d", "9e", "9f"]);
  assert.match(await now(page), /after taking on 8e/);
  await page.keyboard.press("Escape");
  assert.deepEqual(await hints(page, "second"), []);
}));

test("an ordinary piece shows where it goes, and where it may promote", () => playing(async (page) => {
  await page.click('#board .pieces use[data-square="1e"]');
  assert.deepEqual(await hints(page, "plain"), ["1d"]);
  assert.equal(await page.locator("#board .hint-plus").count(), 1);
  // The king on 9i steps to all eight squares around it.
  await page.click('#board .pieces use[data-square="9i"]');
  assert.deepEqual(await hints(page, "plain"), ["10h", "10i", "10j", "8h", "8i", "8j", "9h", "9j"]);
}));

test("a move that a line has can be played on the board", () => playing(async (page) => {
  await page.click('#board .pieces use[data-square="7f"]');
  await page.locator('#board .hint.via[data-square="6f"]').dispatchEvent("click");
  await page.locator('#board .hint.second[data-square="7f"]').dispatchEvent("click");
  assert.match(await now(page), /^1\. Lnx!6f/);
}));

test("a move of the text is jumped to, and marked as the current one", () => playing(async (page) => {
  const move = page.locator('[data-line="published"] button[value]').nth(4);
  await move.click();
  assert.equal(await move.getAttribute("aria-current"), "true");
  assert.match(await now(page), /^5\. P-1d\+/);
  assert.equal(await page.locator("#board .mark.to").count(), 1);
}));

test("check is marked on the king that is in check", () => playing(async (page) => {
  await page.goto(page.url().replace("powers.html", "mate-in-3.html"));
  await page.click("#forward");
  assert.equal(await page.locator("#board .check").count(), 1);
  assert.match(await now(page), /check/);
  await page.click("#end");
  assert.equal(await page.locator("#board .check.mated").count(), 1);
  assert.match(await now(page), /mate/);
}));

test("the board turns, and pieces change their pictures", () => playing(async (page) => {
  const place = async () => {
    const use = page.locator('#board .pieces use[data-square="7f"]');
    return [await use.getAttribute("x"), await use.getAttribute("y"), await use.getAttribute("href")];
  };
  const [x, y, name] = await place();
  await page.click("#flip");
  const [turnedX, turnedY, turnedName] = await place();
  assert.notDeepEqual([turnedX, turnedY], [x, y]);
  assert.equal(turnedName, name.replace("-b-", "-w-"));
  await page.click("#flip");
  assert.deepEqual(await place(), [x, y, name]);
  for (const style of ["one-kanji", "letters", "moves"]) {
    await page.selectOption("#pieces", style);
    const [, , shown] = await place();
    assert.equal(shown, `#p-${style}-b-n`);
    assert.equal(await page.locator(`[id="${shown.slice(1)}"]`).count(), 1, shown);
  }
  await page.selectOption("#coordinates", "western");
  assert.equal(await page.locator("#board .labels .kanji").count(), 0);
  await page.selectOption("#coordinates", "japanese");
  assert.ok(await page.locator("#board .labels .kanji").count() >= 12);
}));

test("moves are written in the notation asked for", () => playing(async (page) => {
  const first = page.locator('[data-line="published"] button[value]').first();
  assert.equal(await first.textContent(), "Lnx!6f");
  await page.selectOption("#notation", "usi");
  assert.equal(await first.textContent(), "7f6f7f");
  await page.selectOption("#notation", "japanese");
  assert.equal(await first.textContent(), "☗６六獅居食い");
}));

test("the keyboard alone is enough", () => playing(async (page) => {
  await page.keyboard.press("ArrowRight");
  assert.match(await now(page), /^1\./);
  await page.keyboard.press("ArrowLeft");
  assert.match(await now(page), /diagram/i);
  // By the tab key to a button of the board, and on.
  const focused = () => page.evaluate(() => document.activeElement.id);
  for (let count = 0; count < 40 && await focused() !== "forward"; count += 1) await page.keyboard.press("Tab");
  assert.equal(await focused(), "forward");
  await page.keyboard.press("Enter");
  assert.match(await now(page), /^1\./);
  await page.keyboard.press("End");
  assert.match(await now(page), /^11\./);
  await page.keyboard.press("Home");
  assert.match(await now(page), /diagram/i);
  const line = () => page.locator("#line").inputValue();
  const before = await line();
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await line(), before);
  // The list of moves names the moves of a piece without a mouse.
  const summary = page.locator("details.legal summary");
  await page.keyboard.press("Home");
  await summary.focus();
  await page.keyboard.press("Enter");
  const lion = page.locator('#legal button[data-square="7f"]');
  await lion.focus();
  await page.keyboard.press("Enter");
  assert.ok(await page.locator("#board .hint").count() > 0);
}));

test("a screen reader hears the moves and the position", () => playing(async (page) => {
  assert.equal(await page.locator("#now").getAttribute("aria-live"), "polite");
  assert.equal(await page.locator("#board").getAttribute("role"), "img");
  assert.match(await page.locator("#board desc").textContent(), /lion 7f/);
  for (const button of await page.locator(".buttons button").all()) {
    assert.ok((await button.getAttribute("aria-label")).length > 3);
  }
  for (const id of ["line", "pieces", "coordinates", "notation"]) {
    assert.equal(await page.locator(`label:has(#${id})`).count(), 1, id);
  }
  await page.click("#forward");
  assert.doesNotMatch(await page.locator("#board desc").textContent(), /pawn 6f/);
}));

test("foreign text is shown as it is and does nothing", () => playing(async (page) => {
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.match(await page.locator("h1").textContent(), /<script>window.pwned=1<\/script> & "quotes"/);
  assert.match(await page.locator("dd.foreign").textContent(), /<\/script><script>/);
}));

test("the same problem elsewhere is linked, with the squares that differ", () => playing(async (page) => {
  const item = page.locator("ul.plain li");
  assert.match(await item.textContent(), /powers-twin: differs on 9i, 8i/);
  await item.locator("a").click();
  assert.match(await page.title(), /powers-twin/);
}));

test("texts can be copied and downloaded", () => playing(async (page) => {
  for (const [name, begin] of [["SFEN", "12/12/12/4ppp5"], ["USI", "position sfen 12/"], ["KIF", "#KIF version=2.0"]]) {
    const block = page.locator(".exports details", { has: page.locator("summary", { hasText: name }) });
    await block.locator("summary").click();
    assert.ok((await block.locator("pre").textContent()).startsWith(begin), name);
    const [download] = await Promise.all([page.waitForEvent("download"), block.locator(".download").click()]);
    assert.match(download.suggestedFilename(), /^powers\.(sfen|usi|kifu)$/);
  }
}));

test("without scripts there are diagram, moves and texts", () => playing(async (page) => {
  assert.equal(await on(page, "7f"), "b-n");
  assert.ok(await page.locator('#board use[data-square="8g"]').isVisible());
  const text = await page.locator('[data-line="published"]').innerText();
  assert.match(text, /1\.\s*Lnx!6f K-9g 3\.\s*Lnx8ex7d/);
  assert.equal(await page.locator(".controls").isVisible(), false);
  assert.equal(await page.locator(".tools").first().isVisible(), false);
}, { javaScriptEnabled: false }));

test("on a phone nothing is wider than the screen", () => playing(async (page) => {
  const [width, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width <= screen, `${width} > ${screen}`);
  const box = await page.locator("#board").boundingBox();
  assert.ok(box.width > 300 && box.width <= 390);
}, { viewport: { width: 390, height: 844 } }));

test("on paper there are the diagram and the lines, without buttons", () => playing(async (page) => {
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator("#board").isVisible());
  assert.ok(await page.locator('[data-line="published"]').isVisible());
  assert.equal(await page.locator(".buttons").isVisible(), false);
}));

test("headings and moves are Japanese if that is asked for", async () => {
  const japanese = scratch();
  matenro(["report", join(here, "powers.csv"), "-o", japanese, "--lang", "ja", "--quiet"]);
  const page = await open(browser, join(japanese, "powers/powers.html"));
  assert.equal(await page.locator("html").getAttribute("lang"), "ja");
  assert.match(await page.locator("h3").first().textContent(), /発表手順/);
  await page.click("#forward");
  assert.match(await now(page), /^1\. ☗６六獅居食い/);
  assert.deepEqual(page.troubles, []);
});
