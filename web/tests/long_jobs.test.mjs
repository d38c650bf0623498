// What takes long can be cancelled, and goes on when the page is loaded anew.
import assert from "node:assert/strict";
import { test } from "node:test";

import { browse, ended, folder, go, pageOf, register, serve, upload } from "./support.mjs";

/** A search that takes longer than anybody waits: cuts of every column, with a proof. */
async function slow(page) {
  await go(page, "Release");
  const field = page.getByLabel(/The spec; what is changed here/);
  const spec = await field.inputValue();
  await field.fill(spec.replace("[solve]", '[solve]\nalgorithm = "k-optimize"').replace(/time_limit = .*\n/, 'time_limit = "10m"\n').replace(/plan = .*\n/, ""));
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.getByTestId("summary").getByText("k-optimize").waitFor();
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await ended(page, "release", "running");
}

test("a reload in mid-job continues, and cancelling stops within a second", async (t) => {
  const table = register(folder(t), 5000);
  const address = await serve(t);
  const page = await pageOf(await browse(t));
  await upload(page, address, table);
  await slow(page);
  await page.getByText("searching for the least change").waitFor();

  await page.reload();
  await ended(page, "release", "running");
  await page.getByText("searching for the least change").waitFor();

  const begun = Date.now();
  await page.getByRole("button", { name: "Cancel" }).click();
  await ended(page, "release", "cancelled");
  const took = Date.now() - begun;
  assert.ok(took < 1000, `it took ${took} ms`);
  await page.getByText("nothing was written").waitFor();
  assert.equal(await page.getByTestId("released").count(), 0);
});
