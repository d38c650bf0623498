// Numbers as people read them: separators, and two or three digits that matter.
import { format } from "d3-format";

const whole = format(",d");
const digits = format(".3~r");

export const count = (value: number | string | null | undefined) =>
  value === null || value === undefined ? "–" : typeof value === "number" ? whole(value) : value;

/** A share in percent; only nothing is 0 % and only all is 100 %. */
export function percent(share: number | string | null | undefined): string {
  if (share === null || share === undefined) return "–";
  if (typeof share === "string") return share;
  if (share > 0 && share < 0.001) return "under 0.1 %";
  if (share < 1 && share > 0.999) return "99.9 %";
  return `${Number((share * 100).toPrecision(share < 0.1 ? 2 : 3))} %`;
}

export const decimal = (value: number | null | undefined) => (value === null || value === undefined ? "–" : digits(value));

export const plural = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`;

export function bytes(value: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let at = 0;
  let size = value;
  while (size >= 1000 && at < units.length - 1) {
    size /= 1000;
    at += 1;
  }
  return `${at === 0 ? size : size.toFixed(1)} ${units[at]}`;
}
