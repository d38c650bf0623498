// The spec as the command line runs it: to copy, and to edit where a screen has no field.
import { useEffect, useState } from "preact/hooks";

import { CopyButton } from "../../parts/copy_button";
import { changeToml, session } from "../../state/store";

const COMMAND = "amidst anonymize release.toml";

export function SpecText() {
  const toml = session.value?.toml ?? "";
  const [text, setText] = useState(toml);
  useEffect(() => setText(toml), [toml]);
  if (!session.value?.toml) return null;
  return (
    <section class="card">
      <h2>The same from the command line</h2>
      <p>
        Save the spec as <code>release.toml</code> beside {session.value.table}, then run <code>{COMMAND}</code>. It gives the same bytes.
      </p>
      <CopyButton text={COMMAND} label="Copy the command" /> <CopyButton text={toml} label="Copy the spec" />
      <p>
        <label for="spec">The spec; what is changed here, every screen shows</label>
      </p>
      <textarea id="spec" rows={18} spellcheck={false} value={text} onInput={(event) => setText((event.currentTarget as HTMLTextAreaElement).value)} />
      <button type="button" disabled={text === toml} onClick={() => void changeToml(text)}>
        Use this text
      </button>
    </section>
  );
}
