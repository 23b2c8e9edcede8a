import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import IconArrowUp from "@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs";
import { Floating } from "#web/ui/overlays/floating.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import type { useColumnChoice } from "./preferences.ts";
import styles from "../tools.module.css";

interface ColumnChoicesProps<Rec> {
  choice: ReturnType<typeof useColumnChoice<Rec>>;
  anchor: HTMLElement;
  onClose: () => void;
}

/** Which columns are shown, and in which order. */
export function ColumnChoices<Rec>({ choice, anchor, onClose }: ColumnChoicesProps<Rec>) {
  const { t } = useLingui();
  const words = useWords();
  return (
    <Floating
      anchor={anchor}
      side="bottom-start"
      role="dialog"
      label={t`Columns`}
      className={styles.panel}
      onClose={onClose}
    >
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
    </Floating>
  );
}
