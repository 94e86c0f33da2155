// The lists of problems: all built-in problems, filters, order, scripts off; and the HTML of all pages.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { HtmlValidate } from "html-validate";

import { COLLECTIONS, here, ids, launch, matenro, open, scratch } from "./support.mjs";

const folder = scratch();
const site = join(folder, "site");
const results = join(folder, "results.jsonl");
let browser;
let records;

before(async () => {
  // A few verified problems among all of them: some of each kind.
  matenro(["verify", "kinuburui-0", "tsumechu-00", "--nodes", "2k", "--no-timing", "--quiet", "-o", results], [0, 1, 3]);
  records = readFileSync(results, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  matenro(["report", ...COLLECTIONS, results, "-o", site, "--quiet"]);
  browser = await launch();
});
after(() => browser.close());

async function listing(work, options) {
  const page = await open(browser, join(site, "index.html"), options);
  await work(page);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
}

const shown = (page) => page.locator("#problems tbody tr:visible th").evaluateAll(
  (all) => all.map((one) => one.textContent.trim()));

test("all built-in problems are there in their order", () => listing(async (page) => {
  const expected = COLLECTIONS.flatMap(ids);
  assert.equal(expected.length, 461);
  assert.deepEqual(await shown(page), expected);
  assert.match(await page.locator("#count").textContent(), /^461 /);
  const totals = await page.locator(".totals tfoot td").first().textContent();
  assert.equal(totals, "461");
}));

test("filters leave what they name", () => listing(async (page) => {
  const status = records[0].status;
  await page.selectOption('[name="status"]', status);
  const expected = records.filter((record) => record.status === status).map((record) => record.id);
  assert.deepEqual((await shown(page)).sort(), expected.sort());
  assert.match(await page.locator("#count").textContent(), new RegExp(`^${expected.length} of 461 `));
  await page.click('button[type="reset"]');
  await page.waitForFunction(() => document.querySelectorAll("#problems tbody tr[hidden]").length === 0);
  await page.selectOption('[name="collection"]', "tsukurimono-1663");
  assert.deepEqual(await shown(page), ids("tsukurimono-1663"));
  await page.click('button[type="reset"]');
  await page.fill('[name="text"]', "KINUBURUI-03");
  assert.deepEqual(await shown(page), ["kinuburui-03"]);
  await page.fill('[name="text"]', "");
  await page.fill('[name="from"]', "10");
  const long = records.filter((record) => (record.plies.at_most ?? record.plies.at_least ?? 0) >= 10);
  assert.deepEqual((await shown(page)).sort(), long.map((record) => record.id).sort());
}));

test("a column sorts up and down, what is unknown last", () => listing(async (page) => {
  const lengths = () => page.locator("#problems tbody tr").evaluateAll(
    (rows) => rows.map((row) => row.dataset.claimed).map((text) => (text === undefined ? null : Number(text))));
  const head = page.locator('th[data-sort="claimed"]');
  await head.locator("button").click();
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  const up = await lengths();
  const known = up.filter((length) => length !== null);
  assert.deepEqual(known, [...known].sort((a, b) => a - b));
  assert.ok(up.slice(known.length).every((length) => length === null));
  // By the keyboard as well.
  await head.locator("button").focus();
  await page.keyboard.press("Enter");
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  const down = await lengths();
  assert.deepEqual(down.filter((length) => length !== null), [...known].reverse());
  assert.equal(down[0], 3257);
  assert.equal(down.at(-1), null);
}));

test("every row has its diagram, and leads to its problem", () => listing(async (page) => {
  assert.equal(await page.locator("#problems .thumbnail").count(), 461);
  await page.locator('#problems a', { hasText: "kinuburui-02" }).click();
  assert.match(await page.title(), /kinuburui-02/);
  assert.ok(await page.locator("#board").isVisible());
  await page.locator('a[rel="next"]').click();
  assert.match(await page.title(), /kinuburui-03/);
}));

test("without scripts all rows are visible", () => listing(async (page) => {
  assert.equal((await shown(page)).length, 461);
  assert.equal(await page.locator("#filters").isVisible(), false);
}, { javaScriptEnabled: false }));

test("on a phone nothing is wider than the screen", () => listing(async (page) => {
  const [width, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width <= screen, `${width} > ${screen}`);
}, { viewport: { width: 390, height: 844 } }));

test("a problem of thousands of plies is played like any other", async () => {
  const page = await open(browser, join(site, "tsumechu-modern/tsumechu-016.html"));
  await page.click("#end");
  assert.match(await page.locator("#now").textContent(), /^3257\. .*mate/);
  await page.keyboard.press("ArrowLeft");
  assert.match(await page.locator("#now").textContent(), /^3256\. /);
  // The folded line has a button for a move where it stands first, and stands for the whole line.
  const folded = page.locator('[data-line="folded"] .moves button[value]:not(.block)');
  assert.ok(await folded.count() < 3257 / 4);
  await folded.nth(2).click();
  assert.match(await page.locator("#now").textContent(), /^3\. /);
  await page.click("#end");
  assert.match(await page.locator("#now").textContent(), /^3257\. /);
  assert.deepEqual(page.troubles, []);
  assert.ok(statSync(join(site, "tsumechu-modern/tsumechu-016.html")).size < 2_000_000);
});

test("the index is small enough to be sent", () => {
  assert.ok(statSync(join(site, "index.html")).size < 1_000_000);
});

test("the pages are valid HTML", async () => {
  // Off in htmlvalidate.json: matters of taste, and the submit button of a form that is never sent.
  const validator = new HtmlValidate(JSON.parse(readFileSync(join(here, "htmlvalidate.json"), "utf8")));
  const every = COLLECTIONS.flatMap((name) => readdirSync(join(site, name)).map((file) => join(name, file)));
  // All lists, and the pages that have results; the others differ only in what they lack.
  const verified = records.map((record) => `${record.id}.html`);
  const chosen = every.filter((path) => path.endsWith("index.html") || verified.includes(path.split("/").at(-1)));
  assert.ok(chosen.length >= COLLECTIONS.length + records.length);
  for (const path of ["index.html", ...chosen]) {
    const report = await validator.validateString(readFileSync(join(site, path), "utf8"), path);
    const messages = report.results.flatMap((result) => result.messages.map((one) => `${path}:${one.line}:${one.column}: ${one.ruleId}: ${one.message}`));
    assert.deepEqual(messages.slice(0, 10), []);
  }
});
