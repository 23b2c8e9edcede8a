import { Trans, useLingui } from "@lingui/react/macro";
import IconFileSpreadsheet from "@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs";
import { useState, type DragEvent } from "react";
import styles from "./imports.module.css";

/** Takes a file by drop or by the browser's own dialog; the whole area is its button. */
export function FileDrop({
  isBusy,
  takesFiles,
  onFile,
}: {
  isBusy: boolean;
  takesFiles: boolean;
  onFile: (file: File) => void;
}) {
  const { t } = useLingui();
  const [isOver, setOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <label
      className={styles.drop}
      data-over={isOver || undefined}
      aria-busy={isBusy}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden />
      <b>{isBusy ? <Trans>Reading the file</Trans> : <Trans>Choose a spreadsheet, or drop it here</Trans>}</b>
      <input
        type="file"
        accept={`.csv,.xlsx,.txt,.tsv${takesFiles ? ",.zip" : ""}`}
        aria-label={t`Spreadsheet`}
        disabled={isBusy}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = ""; // the same file may be chosen again after it was corrected
        }}
      />
    </label>
  );
}
