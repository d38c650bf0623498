// A server and a browser for the tests: both are started here and stopped at the end, whatever happens.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { chromium } from "playwright-core";

export const program = process.env.AMIDST_PROGRAM;
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A folder that is removed at the end. */
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "amidst-web-test-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Runs the program. */
export const run = (words, cwd) => execFileSync(program, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** The register of made-up patients. */
export function register(path, people) {
  run(["demo", "--people", String(people), "--output", path]);
  return join(path, "patients.csv");
}

/** Starts the server and tells its address. */
export async function serve(t) {
  const server = spawn(program, ["serve", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  });
  const [address] = await new Promise((resolve) => createInterface(server.stdout).once("line", (line) => resolve([line])));
  return address;
}

/** A browser, and what it asked for and complained of. */
export async function browse(t) {
  const browser = await chromium.launch({ executablePath: browserPath, args: FLAGS, headless: true });
  t.after(() => browser.close());
  return browser;
}

export async function pageOf(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.asked = [];
  page.complaints = [];
  page.on("request", (request) => page.asked.push(request.url()));
  page.on("console", (message) => message.type() === "error" && page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  return page;
}

/** Hands a table over and waits until every column was looked at. */
export async function upload(page, address, table) {
  await page.goto(address);
  await page.getByLabel(/Choose a/).setInputFiles(table);
  await page.getByLabel("Role of sex").waitFor();
}

export const go = (page, screen) => page.getByRole("navigation").getByRole("link", { name: screen }).click();

/** Waits until a job has ended in a state. */
export const ended = (page, kind, state = "done") => page.locator(`[data-testid=job-${kind}][data-state=${state}]`).waitFor();
