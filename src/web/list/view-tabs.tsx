import styles from "./view-tabs.module.css";

interface ViewTabsProps {
  label: string;
  tabs: readonly { name: string; title: string; count?: string | undefined }[];
  /** The chosen view; undefined is the first. */
  chosen: string | undefined;
  onChoose: (name: string | null) => void;
}

/** The ready views of a list, each with how many it holds. They are links of a sort: the address says which is open. */
export function ViewTabs({ label, tabs, chosen, onChoose }: ViewTabsProps) {
  return (
    <nav aria-label={label} className={styles.views}>
      {tabs.map(({ name, title, count }, at) => (
        <button
          key={name}
          type="button"
          className={styles.view}
          aria-current={(chosen ?? tabs[0]?.name) === name ? "page" : undefined}
          onClick={() => onChoose(at === 0 ? null : name)}
        >
          {title}
          {count !== undefined && <em>{count}</em>}
        </button>
      ))}
    </nav>
  );
}
