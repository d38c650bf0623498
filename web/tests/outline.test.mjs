// Trees as outlines: what is written is read again.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import ts from "typescript";

const source = readFileSync(new URL("../src/screens/hierarchies/outline.ts", import.meta.url), "utf8");
const code = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } }).outputText;
const { fromOutline, toOutline } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

test("an outline gives its tree back", () => {
  for (const tree of [["a", "b"], { x: ["a", "b"], y: ["c"] }, { x: { y: ["a"], z: ["b"] }, w: ["c"] }, ["a", { x: ["b"] }]]) {
    assert.deepEqual(fromOutline(toOutline(tree)), tree);
  }
});

test("lines that make no sense are told", () => {
  assert.throws(() => fromOutline("x:\n   a\n"), /line 2: indent by two spaces/);
  assert.throws(() => fromOutline("a\n  b\n"), /"b" is indented too far/);
});
