import { Button } from "@mantine/core";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Note } from "#web/ui/note.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import styles from "./form.module.css";

/** One field that both changed, in words. */
export interface Difference {
  readonly name: string;
  readonly theirs: string;
  readonly mine: string;
}

interface StaleNoteProps {
  differences: readonly Difference[];
  /** Puts the edit on top of what is saved now. */
  onKeepMine: () => void;
  /** Shows what is saved now, without the edit. */
  onTakeTheirs: () => void;
}

/** Somebody else saved first: the edit is kept, and compared with what stands there now. */
export function StaleNote({ differences, onKeepMine, onTakeTheirs }: StaleNoteProps) {
  const words = useWords();
  const [isComparing, setIsComparing] = useState(false);
  const count = differences.length;
  return (
    <Note
      icon="warn"
      isUrgent
      actions={
        <>
          {!isComparing && count > 0 && (
            <Button variant="default" onClick={() => setIsComparing(true)}>
              <Trans>Compare</Trans>
            </Button>
          )}
          <Button variant="default" onClick={onTakeTheirs}>
            <Trans>Discard my edit</Trans>
          </Button>
          <Button variant="default" onClick={onKeepMine}>
            <Trans>Keep my edit</Trans>
          </Button>
        </>
      }
    >
      <b>
        <Trans>This record changed meanwhile. Your edit is kept.</Trans>
      </b>{" "}
      {count === 0 ? (
        <Trans>The other change touched other fields.</Trans>
      ) : (
        <Plural value={count} one="# field differs from what you typed." other="# fields differ from what you typed." />
      )}
      {isComparing && (
        <table className={styles.compare}>
          <thead>
            <tr>
              <td />
              <th scope="col">
                <Trans>Saved now</Trans>
              </th>
              <th scope="col">
                <Trans>Yours</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, theirs, mine }) => (
              <tr key={name}>
                <th scope="row">{words(name)}</th>
                <td>{theirs}</td>
                <td>{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Note>
  );
}
