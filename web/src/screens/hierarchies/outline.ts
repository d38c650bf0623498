// A tree as an outline of lines: groups end with a colon, what belongs to them is indented by two spaces.
import type { Tree } from "../../api/types";

export function toOutline(tree: Tree, depth = 0): string {
  const space = "  ".repeat(depth);
  if (typeof tree === "string") return `${space}${tree}\n`;
  if (Array.isArray(tree)) return tree.map((one) => toOutline(one, depth)).join("");
  return Object.entries(tree)
    .map(([label, below]) => `${space}${label}:\n${toOutline(below, depth + 1)}`)
    .join("");
}

interface Line {
  depth: number;
  text: string;
  isGroup: boolean;
}

/** Reads an outline; throws with the number of the line that makes no sense. */
export function fromOutline(text: string): Tree {
  const lines = text.split("\n").flatMap((raw, at): Line[] => {
    if (raw.trim() === "") return [];
    const indent = raw.length - raw.trimStart().length;
    if (indent % 2 !== 0) throw new Error(`line ${at + 1}: indent by two spaces`);
    const word = raw.trim();
    const isGroup = word.endsWith(":");
    return [{ depth: indent / 2, text: isGroup ? word.slice(0, -1) : word, isGroup }];
  });
  const [tree, rest] = below(lines, 0);
  if (rest.length > 0) throw new Error(`"${rest[0]?.text}" is indented too far`);
  return tree;
}

function below(lines: Line[], depth: number): [Tree, Line[]] {
  const all: Tree[] = [];
  let rest = lines;
  for (let line = rest[0]; line && line.depth === depth; line = rest[0]) {
    rest = rest.slice(1);
    if (!line.isGroup) {
      all.push(line.text);
      continue;
    }
    const [inside, after] = below(rest, depth + 1);
    all.push({ [line.text]: inside });
    rest = after;
  }
  const areGroups = all.length > 0 && all.every((one) => typeof one === "object" && !Array.isArray(one));
  return [areGroups ? Object.assign({}, ...all) : all, rest];
}
