// Where the pages begin.
import { render } from "preact";

import { App } from "./parts/app";
import { open, redo, undo } from "./state/store";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/plots.css";

addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  void (event.shiftKey ? redo() : undo());
});

void open();
render(<App />, document.getElementById("app") as HTMLElement);
