// What the server answers, as far as the screens use it. /api/openapi.json describes all of it.

export type Role = "identifier" | "quasi" | "sensitive" | "other";

export interface ColumnSpec {
  role: Role;
  hierarchy?: HierarchySpec;
  weight?: number;
  levels?: { min?: number; max?: number };
  [key: string]: unknown;
}

export type Tree = string | Tree[] | { [label: string]: Tree };

export interface HierarchySpec {
  file?: string;
  prefix?: "all" | number[];
  interval?: number[];
  from?: number;
  top?: number;
  date?: string[];
  format?: string;
  tree?: Tree;
  order?: string | string[];
  fanout?: number;
  frequency?: number | number[];
  suppression?: boolean;
  [key: string]: unknown;
}

export type Form = "ema" | "safe-harbor" | "expert-determination";

export interface ReportFields {
  dataset?: string;
  author?: string;
  date?: string;
  recipients?: string;
  language?: "en" | "de";
  forms?: Form[];
}

export interface Requirement {
  model: string;
  column?: string;
  [key: string]: unknown;
}

export interface Spec {
  version: number;
  input: { path: string; missing?: string[]; [key: string]: unknown };
  columns: Record<string, ColumnSpec>;
  privacy: {
    k?: number;
    l?: number;
    t?: number;
    respondent?: string | { column: string; [key: string]: unknown };
    require?: Requirement[];
    [key: string]: unknown;
  };
  solve: { algorithm?: string; objective?: string; suppression?: string | number; [key: string]: unknown };
  report?: ReportFields;
  output: { path?: string; report?: string; certificate?: string; plan?: string; audience?: string; [key: string]: unknown };
}

export type JobKind =
  | "profile"
  | "explore"
  | "release"
  | "risk-of-table"
  | "risk-of-release"
  | "utility"
  | "attack";

export interface Progress {
  doing: string;
  done: number;
  of: number | null;
  rows: number | null;
  best: number | null;
  bound: number | null;
}

export interface Job {
  id: number;
  kind: JobKind;
  revision: number;
  state: "running" | "done" | "failed" | "cancelled";
  seconds: number;
  progress: Progress;
  answer?: unknown;
}

export interface ReleasedFile {
  name: string;
  what: "release" | "report" | "certificate" | "plan" | "column";
  bytes: number;
}

export interface Session {
  id: string;
  table: string | null;
  files: string[];
  spec: Spec | null;
  toml: string | null;
  revision: number;
  can_undo: boolean;
  can_redo: boolean;
  is_read: boolean;
  jobs: Job[];
  released: { summary: Summary; files: ReleasedFile[] } | null;
}

export interface ColumnProfile {
  name: string;
  type: string;
  distinct: number;
  missing: number;
  unique_share: number;
  role: Role;
  decided: boolean;
  reason: string;
  notes: string[];
  evidence: string[];
}

export interface Profile {
  rows: number;
  columns: ColumnProfile[];
  missing_codes: Record<string, number>;
  repeated: { column: string; values: number; rows: number } | null;
  layout: Record<string, string | null>;
}

export interface Page {
  columns: string[];
  rows: (string | null)[][];
  offset: number;
  total: number | null;
}

export interface ValueCounts {
  distinct: number;
  missing: number;
  values: [string, number][];
  others: number;
}

export interface CrossTable {
  first: string[];
  second: string[];
  rows: number[][];
}

export interface Built {
  recipe: string;
  levels: { labels: number; examples: string[] }[];
  tree: Tree | null;
}

export interface ClassSizes {
  classes: number;
  smallest: number;
  sizes: { from: number; to: number | null; classes: number; rows: number | null }[];
  rows_below: number;
  rows: number;
}

export interface Infeasible {
  outcome: "infeasible";
  why: { message: string; best_k: number; least_suppressed: number };
}

/** Levels, whether it satisfies, rows suppressed, classes, loss. */
export type NodeRow = [number[], boolean | null, number | null, number | null, number | null];

export interface Explored {
  outcome: "found";
  lattice: number;
  satisfying: number | null;
  complete: boolean;
  columns: string[];
  objective: string;
  rows: number;
  max_suppressed: number;
  asked: string;
  minimal: number[][];
  preferred: number[];
  best: number[];
  warnings: string[];
  nodes: NodeRow[];
}

export interface ModelResult {
  model: string;
  column?: string;
  asked?: number;
  reached?: number;
  holds: boolean;
}

export interface Summary {
  rows: { in: number; out: number; suppressed: number; people_in?: number; people_out?: number };
  classes: number;
  counted: string;
  privacy: ModelResult[];
  risk: { before: { highest: number; average: number }; after: { highest: number; average: number } };
  objective: { name: string; value: number };
  optimal: boolean;
  gap: number;
  loss: Record<string, number>;
  warnings: string[];
  levels?: Record<string, number>;
  output: { path: string; sha256: string };
  transformations: { column: string; role: Role; became: string }[];
}

export interface Attacker {
  highest: number | string;
  average: number | string;
  success_rate: number | string;
  records_at_risk: { rows: number | string; share: number | string };
  reading: string;
}

export interface Risk {
  counted: string;
  total: number;
  classes: number;
  k: number;
  attackers: { prosecutor: Attacker; journalist: Attacker; marketer: { success_rate: number; reading: string } };
  uniques: { reading: string; sample: { rows: number; share: number } };
  sizes: { from: number; to: number | null; classes: number; rows: number | null }[];
  columns: { column: string; distinction: number; separation: number; share_of_score: number }[];
  combinations: { list: { columns: string[]; k: number; uniques: number; separation: number }[] };
  sensitive: { column: string; l: number; t: number | null; homogeneous: { rows: number; share: number } }[];
  warnings: string[];
  /** Where people are counted and the release does not name them: what the audit found of people. */
  of_people?: { people: number; k: number; highest: number; average: number };
}

export interface ColumnComparison {
  name: string;
  role: Role | null;
  became: string;
  changed: number | null;
  values: { before: number | null; after: number | null };
  entropy: { before: number | null; after: number | null };
  distance: { rebuilt: { total_variation: number | null } } | null;
  ncp: number | null;
  level: number | null;
  height: number | null;
  bars: { before: number[]; after: number[] } | null;
}

export interface Comparison {
  rows: { original: number; release: number; suppressed: number };
  columns: ColumnComparison[];
  gcp: number | null;
  correlation: { mean_change: number | null; largest: { columns: [string, string]; before: number; after: number; change: number }[] } | null;
  queries: { asked: number; median: number | null; mean: number | null } | null;
  warnings: string[];
}

export interface AttackFinding {
  rows: number;
  classes: number;
  found: number;
  disclosure: { column: string; [key: string]: unknown }[];
  minimality?: Record<string, unknown>;
  downcoding?: Record<string, unknown>;
  notes: string[];
}

export interface Catalog {
  version: string;
  models: {
    id: string;
    doc: string;
    population: boolean;
    column: boolean;
    parameters: { name: string; kind: string; doc: string; example: string; required: boolean }[];
  }[];
  algorithms: { id: string; doc: string; levels: boolean }[];
  measures: { id: string; doc: string; needs_target: boolean }[];
  hierarchies: { id: string; doc: string; takes: string }[];
  presets: { cell_size: number; risk: number; guidance: string; trap?: string }[];
}
