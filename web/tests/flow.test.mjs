// From a table to a release in the browser, which is the command line's, byte for byte.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { browse, ended, folder, go, pageOf, program, register, run, serve, upload } from "./support.mjs";

const ROLES = { occupation: "other", admission_date: "other", diagnosis: "sensitive", length_of_stay: "other", cost: "other" };

test("a table is released in the browser as from the command line", async (t) => {
  assert.ok(program, "AMIDST_PROGRAM names the program");
  const place = folder(t);
  const table = register(place, 1000);
  const address = await serve(t);
  const page = await pageOf(await browse(t));
  await upload(page, address, table);

  for (const [column, role] of Object.entries(ROLES)) await page.getByLabel(`Role of ${column}`).selectOption(role);
  await page.getByTestId("summary").getByText("1 sensitive").waitFor();

  await go(page, "Hierarchies");
  await page.getByLabel("Column", { exact: true }).selectOption("postcode");
  await page.getByLabel("Made").selectOption("prefix");
  await page.getByLabel(/Characters that each level keeps/).fill("3, 1");
  await page.getByLabel(/Characters that each level keeps/).press("Tab");
  await page.getByText("Covers every value of the column").waitFor();
  await page.getByTestId("effect").getByText("stand in classes of fewer than 5").waitFor();

  await go(page, "Privacy");
  await page.getByRole("spinbutton", { name: "k", exact: true }).fill("5");
  await page.getByRole("spinbutton", { name: /different values/ }).fill("2");
  await page.getByRole("spinbutton", { name: /different values/ }).press("Tab");
  await page.getByTestId("summary").getByText("l = 2").waitFor();

  await go(page, "Release");
  await page.getByTestId("report-fields").getByText("What the report says").click();
  await page.getByLabel("Dataset").fill("Patients of a year");
  await page.getByLabel("Dataset").press("Tab");
  await page.getByLabel("HIPAA Expert Determination").check();

  await go(page, "Explore");
  await page.getByRole("button", { name: "Look for candidates" }).click();
  await ended(page, "explore");
  const pins = page.getByTestId("candidates").getByRole("button", { name: /^Pin/ });
  await pins.nth(0).click();
  await pins.nth(0).click();
  await page.getByTestId("comparison").getByText("Pinned: 2 of 2").waitFor();
  await page.getByTestId("candidates").getByRole("button", { name: /^Choose/ }).nth(1).click();
  await page.getByRole("button", { name: "Release with these levels" }).click();

  await ended(page, "release");
  await page.getByTestId("released").getByText("verified on the bytes written").first().waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("a[data-what=release]").click()]);
  const released = readFileSync(await download.path());
  assert.ok(released.length > 1000);

  const [certificate] = await Promise.all([page.waitForEvent("download"), page.locator("a[data-what=certificate]").click()]);
  const [report] = await Promise.all([page.waitForEvent("download"), page.locator("a[data-what=report]").click()]);
  const handed = folder(t);
  writeFileSync(join(handed, "patients.release.csv"), released);
  copyFileSync(await certificate.path(), join(handed, "patients.certificate.json"));
  copyFileSync(await report.path(), join(handed, "patients.report.html"));
  run(["keygen", "steward.pem"], handed);
  for (const code of await page.getByTestId("signing").locator("p > code").allInnerTexts()) {
    if (/sign|verify/.test(code)) run(code.split(" ").slice(1), handed);
  }
  const paper = readFileSync(join(handed, "patients.report.html"), "utf8");
  assert.match(paper, /<td>Dataset<\/td><td>Patients of a year<\/td>/);
  assert.match(paper, /class="annex"/);

  const spec = await page.getByLabel(/The spec; what is changed here/).inputValue();
  assert.match(spec, /k = 5/);
  assert.match(spec, /l = 2/);
  const other = folder(t);
  copyFileSync(table, join(other, "patients.csv"));
  writeFileSync(join(other, "release.toml"), spec);
  run(["anonymize", "release.toml"], other);
  assert.deepEqual(released, readFileSync(join(other, "patients.release.csv")));

  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Levels chosen by you:").waitFor({ state: "detached" });
  assert.deepEqual(page.asked.filter((url) => !url.startsWith(new URL(address).origin) && !url.startsWith("data:")), []);
  assert.deepEqual(page.complaints, []);
});

test("two browsers at once do not mix", async (t) => {
  const table = register(folder(t), 200);
  const address = await serve(t);
  const browser = await browse(t);
  const [first, second] = [await pageOf(browser), await pageOf(browser)];
  await upload(first, address, table);
  await second.goto(address);
  await second.getByText("No table yet").waitFor();
  await first.reload();
  await first.getByLabel("Role of sex").waitFor();
});
