// The report in a browser and on paper: nothing fetched, nothing cut off, every drawing in words, nothing serious for those who hear it.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { browse, folder, pageOf, register, run } from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A sheet of A4 without its margins, in pixels of CSS. */
const PAPER = { width: 672, height: 980 };
const pictures = process.env.AMIDST_PICTURES;

/** Texts that reach out of their drawing. */
const cutOff = () =>
  [...document.querySelectorAll("svg text")]
    .filter((text) => {
      const [inner, outer] = [text.getBoundingClientRect(), text.closest("svg").getBoundingClientRect()];
      return inner.right > outer.right + 1 || inner.left < outer.left - 1 || inner.bottom > outer.bottom + 1;
    })
    .map((text) => text.textContent);

test("a report opens without a network and fits on paper, in every language and with every annex", async (t) => {
  const place = folder(t);
  register(place, 1000);
  const browser = await browse(t);
  if (pictures) mkdirSync(pictures, { recursive: true });
  for (const language of ["en", "de"]) {
    run(["anonymize", "release.toml", "--force", "--quiet", "--report", "report.html", "--language", language, "--form", "ema,safe-harbor,expert-determination"], place);
    const page = await pageOf(browser, { viewport: PAPER });
    const address = pathToFileURL(join(place, "report.html")).href;
    await page.goto(address);
    assert.deepEqual(page.asked, [address]);
    const { violations } = await page.evaluate(`${axe}; axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] })`);
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html]), [], language);
    await page.emulateMedia({ media: "print" });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PAPER.width, `${language}: wider than paper`);
    assert.deepEqual(await page.evaluate(cutOff), [], language);
    const undescribed = await page.evaluate(() => [...document.querySelectorAll("svg")].filter((svg) => !svg.querySelector("title")?.textContent || !svg.querySelector("desc")?.textContent).length);
    assert.equal(undescribed, 0);
    if (pictures) copyFileSync(join(place, "report.html"), join(pictures, `report-${language}.html`));
  }
});
