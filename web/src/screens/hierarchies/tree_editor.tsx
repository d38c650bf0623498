// A hierarchy as an outline that can be edited like any text.
import { useState } from "preact/hooks";

import type { Tree } from "../../api/types";
import { fromOutline, toOutline } from "./outline";

export function TreeEditor({ tree, onChange }: { tree: Tree; onChange: (tree: Tree) => void }) {
  const [text, setText] = useState(toOutline(tree));
  const [problem, setProblem] = useState<string | null>(null);
  const take = () => {
    try {
      onChange(fromOutline(text));
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "it cannot be read");
    }
  };
  return (
    <div class="tree">
      <label for="tree">Groups end with a colon; what belongs to them is indented by two spaces.</label>
      <textarea id="tree" rows={14} spellcheck={false} value={text} onInput={(event) => setText((event.currentTarget as HTMLTextAreaElement).value)} />
      {problem && (
        <p role="alert" class="warn">
          {problem}
        </p>
      )}
      <button type="button" class="primary" onClick={take}>
        Use this tree
      </button>
    </div>
  );
}
