// The ways to make a hierarchy that have a form of their own, and what each asks for.
import type { HierarchySpec } from "../../api/types";

export type HierarchyKind = "automatic" | "interval" | "date" | "prefix" | "tree" | "order" | "frequency" | "suppression" | "file" | "another";

export const KINDS: { kind: HierarchyKind; words: string }[] = [
  { kind: "automatic", words: "as amidst proposes" },
  { kind: "interval", words: "intervals of numbers" },
  { kind: "date", words: "steps in time" },
  { kind: "prefix", words: "first characters kept" },
  { kind: "tree", words: "a tree, edited by hand" },
  { kind: "order", words: "neighbours joined" },
  { kind: "frequency", words: "rare values joined" },
  { kind: "suppression", words: "the value or nothing" },
  { kind: "file", words: "from a file" },
  { kind: "another", words: "another way (edit the spec)" },
];

const OWN: HierarchyKind[] = ["interval", "date", "prefix", "tree", "order", "frequency", "suppression", "file"];

export function kindOf(hierarchy: HierarchySpec | undefined): HierarchyKind {
  if (!hierarchy) return "automatic";
  return OWN.find((kind) => hierarchy[kind] !== undefined) ?? "another";
}

/** Something sensible of a kind to begin with. */
export function usual(kind: HierarchyKind): HierarchySpec | undefined {
  switch (kind) {
    case "interval":
      return { interval: [5, 10, 20] };
    case "date":
      return { date: ["month", "year", "5 years", "10 years"] };
    case "prefix":
      return { prefix: "all" };
    case "order":
      return { order: "natural", fanout: 2 };
    case "frequency":
      return { frequency: 10 };
    case "suppression":
      return { suppression: true };
    default:
      return undefined;
  }
}

interface Field {
  key: string;
  label: string;
  read: (text: string) => unknown;
  show: (value: unknown) => string;
}

const words = (text: string) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
const numbers = (text: string) => words(text).map(Number).filter(Number.isFinite);
const number = (text: string) => (text.trim() === "" ? undefined : Number(text));
const list = (value: unknown) => (Array.isArray(value) ? value.join(", ") : value === undefined ? "" : String(value));

const FIELDS: Partial<Record<HierarchyKind, Field[]>> = {
  interval: [
    { key: "interval", label: "Widths, each a multiple of the one before", read: numbers, show: list },
    { key: "from", label: "Intervals begin at", read: number, show: list },
    { key: "top", label: "Everything from here on is one value", read: number, show: list },
  ],
  date: [{ key: "date", label: "Steps: day, week, month, quarter, year, 5 years, decade", read: words, show: list }],
  prefix: [
    {
      key: "prefix",
      label: "Characters that each level keeps (such as 4, 3, 2), or all",
      read: (text) => (text.trim() === "all" ? "all" : numbers(text)),
      show: list,
    },
  ],
  order: [{ key: "fanout", label: "Neighbours joined on each level", read: number, show: list }],
  frequency: [{ key: "frequency", label: "Values in fewer rows than this are joined", read: number, show: list }],
};

export const fieldsOf = (kind: HierarchyKind): Field[] => FIELDS[kind] ?? [];
