import type { ReactNode } from "react";
import styles from "./view-tabs.module.css";

/** A ready view of a list: the value of its filter, how it is called, and how many it holds. */
export interface ReadyView {
  readonly name: string;
  readonly title: string;
  readonly count?: string | undefined;
}

interface ViewTabsProps {
  label: string;
  tabs: readonly ReadyView[];
  /** The chosen view; undefined is the first, null none of these. */
  chosen: string | null | undefined;
  onChoose: (name: string | null) => void;
  /** Further tabs, and what can be done with them. */
  children?: ReactNode;
}

/** The ready views of a list, each with how many it holds. They are links of a sort: the address says which is open. */
export function ViewTabs({ label, tabs, chosen = tabs[0]?.name, onChoose, children }: ViewTabsProps) {
  return (
    <nav aria-label={label} className={styles.views}>
      {tabs.map(({ name, title, count }, at) => (
        <ViewTab key={name} isChosen={chosen === name} onChoose={() => onChoose(at === 0 ? null : name)}>
          {title}
          {count !== undefined && <em>{count}</em>}
        </ViewTab>
      ))}
      {children}
    </nav>
  );
}

/** One tab among `ViewTabs`. */
export function ViewTab(props: { isChosen: boolean; onChoose: () => void; children: ReactNode }) {
  const current = props.isChosen ? "page" : undefined;
  return (
    <button type="button" className={styles.view} aria-current={current} onClick={props.onChoose}>
      {props.children}
    </button>
  );
}
