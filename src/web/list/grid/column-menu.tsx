import { ActionIcon, Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import IconAdjustmentsHorizontal from "@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import IconArrowUp from "@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs";
import { Popup } from "#web/ui/overlays/popup.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import type { useColumnChoice } from "./preferences.ts";
import styles from "../tools.module.css";

/** Chooses the columns of a list and their order. */
export function ColumnMenu<Rec>({ choice }: { choice: ReturnType<typeof useColumnChoice<Rec>> }) {
  const { t } = useLingui();
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const button = (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={t`Columns`} onClick={() => setIsOpen(!isOpen)}>
      <IconAdjustmentsHorizontal size={16} stroke={1.7} />
    </ActionIcon>
  );
  return (
    <Popup target={button} label={t`Columns`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
      <ul className={styles.choices}>
        {choice.all.map((column, index) => {
          const name = words(column.label);
          return (
            <li key={column.key} className={styles.choice}>
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  className={styles.box}
                  checked={choice.isShown(column)}
                  disabled={column.part === "record"}
                  onChange={() => choice.turn(column)}
                />
                {name}
              </label>
              <button
                type="button"
                className={styles.mover}
                aria-label={t`Move ${name} up`}
                disabled={index === 0}
                onClick={() => choice.move(column, -1)}
              >
                <IconArrowUp size={13} stroke={1.8} />
              </button>
              <button
                type="button"
                className={styles.mover}
                aria-label={t`Move ${name} down`}
                disabled={index === choice.all.length - 1}
                onClick={() => choice.move(column, 1)}
              >
                <IconArrowDown size={13} stroke={1.8} />
              </button>
            </li>
          );
        })}
      </ul>
      {choice.isChanged && (
        <Button variant="subtle" fullWidth onClick={choice.reset}>
          <Trans>As at first</Trans>
        </Button>
      )}
    </Popup>
  );
}
