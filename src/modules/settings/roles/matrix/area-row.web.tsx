import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import type { ReactNode } from "react";
import { useWords } from "#web/ui/values/labels.ts";
import styles from "./matrix.module.css";

interface AreaRowProps {
  group: string;
  area: string;
  count: ReactNode;
  isOpen: boolean;
  span: number;
  onTurn: () => void;
}

/** The line above the permissions of an area, with its module; it folds them away. */
export function AreaRow({ group, area, count, isOpen, span, onTurn }: AreaRowProps) {
  const words = useWords();
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={span}>
        <button type="button" data-stop tabIndex={-1} aria-expanded={isOpen} onClick={onTurn}>
          <IconChevronDown size={14} stroke={2} aria-hidden />
          {words(area)} {area !== group && <em>{words(group)}</em>} <small>{count}</small>
        </button>
      </th>
    </tr>
  );
}
