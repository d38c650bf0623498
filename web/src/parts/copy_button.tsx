// Copies a text, and says so.
import { useState } from "preact/hooks";

import { said } from "../state/store";

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = `${label}: copied`;
      setDone(true);
      setTimeout(() => setDone(false), 2000);
    } catch {
      said.value = "The browser does not let this page copy. Select the text and copy it yourself.";
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {isDone ? "Copied" : label}
    </button>
  );
}
