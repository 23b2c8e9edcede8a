import "@mantine/core/styles/Tabs.layer.css";
import { Tabs as MantineTabs } from "@mantine/core";
import type { ReactNode } from "react";
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
  const names = tabs.map(({ name }) => name);
  return (
    <MantineTabs
      value={chosen}
      onChange={(to) => onChoose(names.find((name) => name === to) ?? chosen)}
      className={styles.parts ?? ""}
    >
      <MantineTabs.List aria-label={label} className={styles.tabs ?? ""}>
        {tabs.map(({ name, title, count }) => (
          <MantineTabs.Tab
            key={name}
            value={name}
            className={styles.tab ?? ""}
            rightSection={count !== undefined && <em className={styles.count}>{count}</em>}
          >
            {title}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={chosen} className={styles.parts ?? ""}>
        {children}
      </MantineTabs.Panel>
    </MantineTabs>
  );
}
