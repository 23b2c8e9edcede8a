import { useId, type KeyboardEvent, type ReactNode } from "react";
import { arrowAlong } from "./arrow-along.ts";
import styles from "./tabs.module.css";

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; title: ReactNode; count?: number }[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** What belongs to the chosen tab. */
  children: ReactNode;
}

/** Parts of one screen, one at a time; arrows go from tab to tab. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = arrowAlong(event);
    if (by === undefined) return;
    const next = tabs.at((tabs.findIndex(({ name }) => name === chosen) + by) % tabs.length);
    if (!next) return;
    onChoose(next.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={handleKey}>
        {tabs.map(({ name, title, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(name)}
          >
            {title}
            {count !== undefined && <em className={styles.count}>{count}</em>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
