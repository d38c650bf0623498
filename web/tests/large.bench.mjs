// How the web app bears a million rows and a lattice of 12,960 nodes: `cargo xtask bench web`. Not a test: times are of the machine at hand.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { test } from "node:test";

import { browse, ended, folder, go, pageOf, register, run, serve } from "./support.mjs";

const PEOPLE = Number(process.env.AMIDST_PEOPLE ?? 1_000_000);
/** Levels of the columns: 6 · 2 · 6 · 3 · 4 · 5 · 3 = 12,960 nodes. */
const LATTICE = {
  birth_date: { role: "quasi", hierarchy: { date: ["month", "year", "5 years", "10 years"] } },
  sex: { role: "quasi", hierarchy: { suppression: true } },
  postcode: { role: "quasi", hierarchy: { prefix: "all" } },
  marital_status: { role: "quasi", hierarchy: { frequency: 10 } },
  occupation: { role: "quasi", hierarchy: { most_frequent: [20, 5] } },
  admission_date: { role: "quasi", hierarchy: { date: ["month", "quarter", "year"] } },
  length_of_stay: { role: "quasi", hierarchy: { interval: [7] } },
};
const SCREENS = ["Data", "Hierarchies", "Privacy", "Explore", "Utility", "Risk", "Release"];

const figures = [];
const tell = (what, value, unit) => {
  figures.push([what, value, unit]);
  console.log(`| ${what} | ${value} ${unit} |`);
};
const seconds = async (work) => {
  const begun = performance.now();
  await work();
  return ((performance.now() - begun) / 1000).toFixed(2);
};

/** Tells every stretch in which the page could not answer. */
async function watchful(browser) {
  const page = await pageOf(browser);
  page.setDefaultTimeout(600_000);
  await page.addInitScript(() => {
    globalThis.blocked = [];
    new PerformanceObserver((list) => globalThis.blocked.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask", buffered: true });
  });
  return page;
}

/** The longest of them since it was asked last. */
const longest = (page) => page.evaluate(() => Math.round(Math.max(0, ...globalThis.blocked.splice(0))));

async function heap(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.enable").then(() => devtools.send("Performance.getMetrics"));
  return (metrics.find(({ name }) => name === "JSHeapUsedSize").value / 2 ** 20).toFixed(1);
}

async function handOver(page, address, table) {
  await page.goto(address);
  await page.getByText("No table yet").waitFor();
  const preview = await seconds(async () => {
    await page.getByLabel(/Choose a/).setInputFiles(table);
    await page.getByText("The first rows").waitFor();
    await page.locator("table td").first().waitFor();
  });
  const profile = await seconds(() => page.getByLabel("Role of sex").waitFor());
  return [preview, profile];
}

test("a million rows", async (t) => {
  const table = register(folder(t), PEOPLE);
  const address = await serve(t);
  const page = await watchful(await browse(t));
  const [preview, profile] = await handOver(page, address, table);
  tell(`${PEOPLE} rows: first preview`, preview, "s");
  tell("until every column was looked at", profile, "s");
  tell("longest the page did not answer, until then", await longest(page), "ms");
  for (const column of ["occupation", "admission_date"]) await page.getByLabel(`Role of ${column}`).selectOption("other");
  await go(page, "Release");
  tell("release", await seconds(async () => {
    await page.getByRole("button", { name: "Release", exact: true }).click();
    await ended(page, "release");
  }), "s");
  for (const screen of SCREENS) {
    await go(page, screen);
    await page.getByRole("heading", { level: 1, name: screen }).waitFor();
    const jobs = { Explore: [["explore", "Look for candidates"]], Utility: [["utility", "Compare before and after"]], Risk: [["risk-of-table", "Measure the table"], ["risk-of-release", "Measure the release"]] };
    for (const [kind, name] of jobs[screen] ?? []) {
      await page.getByRole("button", { name }).click();
      await ended(page, kind);
    }
    await page.waitForTimeout(500);
    tell(`${screen}: longest the page did not answer`, await longest(page), "ms");
  }
  tell("memory of the page's script after all screens", await heap(page), "MiB");
});

test("a lattice of 12,960 nodes", async (t) => {
  const place = folder(t);
  const table = register(place, 20_000);
  const address = await serve(t);
  const page = await watchful(await browse(t));
  await handOver(page, address, table);
  await go(page, "Release");
  const field = page.getByLabel(/The spec; what is changed here/);
  const columns = Object.entries(LATTICE).map(([name, column]) => `[columns.${name}]\nrole = "${column.role}"\nhierarchy = ${toml(column.hierarchy)}\n`);
  const spec = `version = 1\n[input]\npath = "patients.csv"\n${columns.join("")}[columns.patient_id]\nrole = "identifier"\n[columns.name]\nrole = "identifier"\n[columns.diagnosis]\nrole = "sensitive"\n[columns.cost]\nrole = "sensitive"\n[privacy]\nk = 5\n[solve]\nsuppression = "5%"\n[output]\npath = "release.csv"\n`;
  writeFileSync(join(place, "lattice.toml"), spec);
  run(["explain", "lattice.toml", "--json"], place);
  await field.fill(spec);
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.getByTestId("summary").getByText("7 quasi").waitFor();
  await longest(page);
  await go(page, "Explore");
  tell("12,960 nodes: all that keep the promise judged and drawn", await seconds(async () => {
    await page.getByRole("button", { name: "Look for candidates" }).click();
    await ended(page, "explore");
    await page.getByText(/of 12,960 combinations/).waitFor();
  }), "s");
  tell("longest the page did not answer, drawing", await longest(page), "ms");
  const slider = page.getByRole("slider").first();
  for (const at of [80, 60, 40, 20, 0, 100]) await slider.fill(String(at)).catch(() => slider.press("ArrowLeft"));
  const picture = await page.locator("canvas, svg.plot").first().boundingBox();
  for (let step = 0; step < 50; step += 1) await page.mouse.move(picture.x + (picture.width * step) / 50, picture.y + picture.height / 2);
  await page.waitForTimeout(500);
  tell("longest the page did not answer, filtered and pointed at", await longest(page), "ms");
  tell("memory of the page's script", await heap(page), "MiB");
});

const toml = (value) => {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  if (typeof value === "object") return `{ ${Object.entries(value).map(([key, inner]) => `${key} = ${toml(inner)}`).join(", ")} }`;
  return JSON.stringify(value);
};
