import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { call } from "#web/api/api.ts";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { imports } from "./imports.contract.ts";
import styles from "./imports.module.css";

interface ImportProgressProps {
  importId: string;
  /** Rows that there are to do. */
  rows: number;
  title: ReactNode;
  children?: ReactNode;
}

const askEveryMs = 400;

/** How many rows are done, while they are checked or written. */
export function ImportProgress({ importId, rows, title, children }: ImportProgressProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { data } = useQuery({
    queryKey: [imports.progress.path, importId],
    queryFn: ({ signal }) => call(imports.progress, { id: importId, signal }),
    refetchInterval: askEveryMs,
    gcTime: 0, // the next one begins anew
  });
  const done = Math.min(rows, data?.rowsDone ?? 0);
  return (
    <Note icon="live">
      <b>{title}</b>{" "}
      <span aria-live="off">
        <Trans>
          {fmt.quantity(done)} of {fmt.quantity(rows)} rows.
        </Trans>
      </span>{" "}
      {children}
      <progress className={styles.progress} max={rows} value={done} aria-label={t`Rows that are done`} />
    </Note>
  );
}
