// What the tests share: the program, sites made by it, and pages in a real browser.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

export const here = fileURLToPath(new URL(".", import.meta.url));
const root = resolve(here, "../..");
const program = process.env.MATENRO || join(root, "target/debug/matenro");

/** Runs the program; a status that is not among `allowed` is an error. */
export function matenro(args, allowed = [0]) {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (allowed.includes(error.status)) return error.stdout;
    throw new Error(`matenro ${args.join(" ")}: status ${error.status}\n${error.stderr}`);
  }
}

/** A folder that goes away when the tests end. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "matenro-site-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The ids of a built-in collection, from its file. */
export function ids(collection) {
  const text = readFileSync(join(root, "problems", `${collection}.csv`), "utf8");
  // The first field has no quotes, and no field of these files holds a line feed.
  return text.trim().split("\n").slice(1).map((row) => row.split(",")[0]);
}

export const COLLECTIONS = ["kinuburui", "tsukurimono-1663", "tsukurimono-1746", "tsumechu-modern", "msm-dewitt"];

export async function launch() {
  return chromium.launch({
    executablePath: process.env.MATENRO_CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/**
 * A page that keeps what goes wrong in `page.troubles`: errors on the console, exceptions, and requests
 * that leave the disk.
 */
export async function open(browser, path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.troubles.push(message.text());
  });
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  page.on("dialog", (dialog) => { page.troubles.push(dialog.message()); dialog.dismiss(); });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) page.troubles.push(request.url());
  });
  page.on("requestfailed", (request) => page.troubles.push(`failed: ${request.url()}`));
  await page.goto(pathToFileURL(path).href);
  return page;
}

/** What stands on a square of the board: the name of its picture without the style, or null. */
export async function on(page, square) {
  const use = page.locator(`#board .pieces use[data-square="${square}"]`);
  if (await use.count() === 0) return null;
  return (await use.getAttribute("href")).replace(/^#p-(two-kanji|one-kanji|letters|moves)-/, "");
}
