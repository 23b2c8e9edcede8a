import { Trans, useLingui } from "@lingui/react/macro";
import type { MouseEvent } from "react";
import { useWords } from "#web/ui/values/labels.ts";
import type { List } from "./use-lists.web.ts";
import styles from "./reference-lists.module.css";

interface ListRailProps {
  lists: readonly List[];
  chosen: string | undefined;
  onChoose: (list: string) => void;
}

/** The lists there are: the company's own, then the product's states. */
export function ListRail({ lists, chosen, onChoose }: ListRailProps) {
  const { t } = useLingui();
  const words = useWords();
  const choose = (event: MouseEvent, list: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a window of its own
    event.preventDefault();
    onChoose(list);
  };
  const entries = (isEditable: boolean) => (
    <ul>
      {lists
        .filter((one) => one.isEditable === isEditable)
        .map(({ list, title, count }) => (
          <li key={list}>
            <a
              href={`?list=${list}`}
              aria-current={list === chosen ? "page" : undefined}
              onClick={(event) => choose(event, list)}
            >
              {words({ id: title })} <small>{count}</small>
            </a>
          </li>
        ))}
    </ul>
  );
  return (
    <nav className={styles.rail} aria-label={t`Lists`}>
      <h2>
        <Trans>Your lists</Trans>
      </h2>
      {entries(true)}
      <h2>
        <Trans>States of the product</Trans>
      </h2>
      {entries(false)}
    </nav>
  );
}
