// Which screen is shown: it stands behind # in the address, so that a reload stays where it is.
import { signal } from "@preact/signals";

export const SCREENS = ["data", "hierarchies", "privacy", "explore", "utility", "risk", "release"] as const;
export type Screen = (typeof SCREENS)[number];

function current(): Screen {
  const word = location.hash.slice(1);
  return (SCREENS as readonly string[]).includes(word) ? (word as Screen) : "data";
}

export const screen = signal<Screen>(current());
addEventListener("hashchange", () => (screen.value = current()));
