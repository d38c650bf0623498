// The frame around every screen: where one is, what is decided, what went wrong.
import type { FunctionComponent } from "preact";

import { DataScreen } from "../screens/data/data_screen";
import { ExploreScreen } from "../screens/explore/explore_screen";
import { HierarchiesScreen } from "../screens/hierarchies/hierarchies_screen";
import { PrivacyScreen } from "../screens/privacy/privacy_screen";
import { ReleaseScreen } from "../screens/release/release_screen";
import { RiskScreen } from "../screens/risk/risk_screen";
import { UtilityScreen } from "../screens/utility/utility_screen";
import { screen, SCREENS, type Screen } from "../state/route";
import { faults, redo, said, session, undo } from "../state/store";
import { SummaryLine } from "./summary_line";

const PAGES: Record<Screen, { title: string; page: FunctionComponent }> = {
  data: { title: "Data", page: DataScreen },
  hierarchies: { title: "Hierarchies", page: HierarchiesScreen },
  privacy: { title: "Privacy", page: PrivacyScreen },
  explore: { title: "Explore", page: ExploreScreen },
  utility: { title: "Utility", page: UtilityScreen },
  risk: { title: "Risk", page: RiskScreen },
  release: { title: "Release", page: ReleaseScreen },
};

export function App() {
  const { title, page: Page } = PAGES[screen.value];
  return (
    <>
      <header class="top">
        <span class="brand">amidst</span>
        <nav aria-label="Screens">
          <ol>
            {SCREENS.map((name) => (
              <li key={name}>
                <a href={`#${name}`} aria-current={name === screen.value ? "page" : undefined}>
                  {PAGES[name].title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div class="steps">
          <button type="button" onClick={() => void undo()} disabled={!session.value?.can_undo} title="Ctrl+Z">
            Undo
          </button>
          <button type="button" onClick={() => void redo()} disabled={!session.value?.can_redo} title="Ctrl+Shift+Z">
            Redo
          </button>
        </div>
      </header>
      <SummaryLine />
      <main>
        <h1>{title}</h1>
        <Faults />
        <Page />
      </main>
      <footer>This page and your data stay on this computer. It asks no other server.</footer>
      <div class="unseen" role="status" aria-live="polite">
        {said.value}
      </div>
    </>
  );
}

function Faults() {
  if (faults.value.length === 0) return null;
  return (
    <div class="faults" role="alert">
      {faults.value.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </div>
  );
}
