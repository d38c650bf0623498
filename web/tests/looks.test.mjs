// Every screen, light and dark, on a desk and on a phone: nothing serious for those who hear or tab, nothing cut off.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import { browse, ended, folder, go, pageOf, register, serve, upload } from "./support.mjs";

const SCREENS = ["Data", "Hierarchies", "Privacy", "Explore", "Utility", "Risk", "Release"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pictures = process.env.AMIDST_PICTURES;

async function serious(page) {
  // Run as the browser's own tools do, past the policy of the page.
  const found = await page.evaluate(async (source) => {
    if (!globalThis.axe) (0, eval)(source);
    const { violations } = await globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
    return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.slice(0, 3).map((node) => node.html) }));
  }, axe);
  return found.filter(({ impact }) => impact === "serious" || impact === "critical");
}

async function shown(page, screen) {
  await go(page, screen);
  await page.getByRole("heading", { level: 1, name: screen }).waitFor();
  const job = { Explore: ["explore", "Look for candidates"], Utility: ["utility", "Compare before and after"] }[screen];
  if (job && (await page.getByRole("button", { name: job[1] }).count()) > 0) {
    if (!(await page.locator(`[data-testid=job-${job[0]}][data-state=done]`).count())) await page.getByRole("button", { name: job[1] }).click();
    await ended(page, job[0]);
  }
  if (screen === "Risk" && !(await page.locator("[data-testid=job-attack][data-state=done]").count())) {
    for (const [kind, name] of [["risk-of-table", "Measure the table"], ["risk-of-release", "Measure the release"], ["attack", "Attack it"]]) {
      await page.getByRole("button", { name }).click();
      await ended(page, kind);
    }
  }
}

test("every screen passes the check of accessibility and fits", async (t) => {
  const table = register(folder(t), 1000);
  const address = await serve(t);
  const browser = await browse(t);
  const page = await pageOf(browser, { bypassCSP: true });
  await upload(page, address, table);
  for (const column of ["occupation", "admission_date"]) await page.getByLabel(`Role of ${column}`).selectOption("other");
  await go(page, "Release");
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await ended(page, "release");
  if (pictures) mkdirSync(pictures, { recursive: true });
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const screen of SCREENS) {
      await shown(page, screen);
      assert.deepEqual(await serious(page), [], `${screen}, ${colorScheme}`);
      if (pictures) await page.screenshot({ path: join(pictures, `${screen}-${colorScheme}.png`), fullPage: true });
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const screen of SCREENS) {
    await shown(page, screen);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${screen} is ${wide} pixels too wide for a phone`);
    if (pictures) await page.screenshot({ path: join(pictures, `${screen}-phone.png`), fullPage: true });
  }
});
