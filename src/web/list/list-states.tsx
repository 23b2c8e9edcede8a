import { Button, CopyButton } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import type { WebProblem } from "#web/api/problem.ts";
import type { Column } from "./grid/columns.tsx";
import { GridHead } from "./grid/grid-head.tsx";
import { gridLayout } from "./grid/grid-layout.ts";
import styles from "./grid/grid.module.css";

/** The real heads and grey bars of real widths, fading downward, while the first page is on its way. */
export function GridSkeleton<Rec>({ columns, hasBoxes }: { columns: readonly Column<Rec>[]; hasBoxes: boolean }) {
  const { t } = useLingui();
  const isPhone = useIsPhone();
  const shown = isPhone ? columns.slice(0, 1) : columns;
  return (
    <div className={styles.grid} style={gridLayout(shown, hasBoxes && !isPhone)} role="status" aria-label={t`Loading`}>
      <div aria-hidden inert>
        {!isPhone && <GridHead columns={columns} hasBoxes={hasBoxes} />}
        {[62, 80, 54, 70, 92, 60, 76, 58].map((percent, row) => (
          <div key={row} className={styles.skeletonRow} style={{ opacity: 1 - row * 0.11 }}>
            {hasBoxes && !isPhone && <span className={styles.boxCell} />}
            {shown.map(({ key, part, align }) => (
              <span key={key} className={`${styles.headCell} ${align === "end" ? styles.end : ""}`}>
                <span
                  className={`${styles.bone} ${part === "state" ? styles.boneChip : ""}`}
                  style={{ width: part === "state" ? 84 : `${align === "end" ? 50 : percent}%` }}
                />
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Nothing is there yet: says what such a record is, and the way to the first one. */
export function NothingYet({ naming, actions }: { naming: Naming; actions?: ReactNode }) {
  const words = useWords();
  const many = words(naming.many);
  return (
    <EmptyState drawing="route" title={<Trans>No {many} yet</Trans>} actions={actions}>
      {naming.about && words(naming.about)}
    </EmptyState>
  );
}

interface NoMatchProps {
  naming: Naming;
  q: string;
  /** The filters that narrow the list, in words. */
  narrowedBy: readonly string[];
  onClear: () => void;
}

/** Records exist, but none passes: says what was asked for, and undoes it. */
export function NoMatch({ naming, q, narrowedBy, onClear }: NoMatchProps) {
  const words = useWords();
  const one = words(naming.one);
  const names = narrowedBy.join(", ");
  return (
    <EmptyState
      title={
        q === "" ? (
          <Trans>No {one} passes these filters</Trans>
        ) : (
          <Trans>
            No {one} matches “{q}”
          </Trans>
        )
      }
      actions={
        <Button variant="default" onClick={onClear}>
          {names === "" ? <Trans>Clear the search</Trans> : <Trans>Clear filters</Trans>}
        </Button>
      }
    >
      {names !== "" && <Trans>You filter by {names}.</Trans>}
    </EmptyState>
  );
}

/** Loading failed: why, that nothing is lost, and again. */
export function Failed({
  title,
  isPage = false,
  problem,
  onRetry,
}: {
  title: ReactNode;
  isPage?: boolean;
  problem: WebProblem;
  onRetry: () => void;
}) {
  const fmt = useFormat();
  const [now] = useState(() => fmt.instant(new Date().toISOString(), "always"));
  const details = [now, problem.requestId && `request ${problem.requestId}`, problem.code].filter(Boolean).join(", ");
  return (
    <EmptyState
      drawing="bad"
      title={title}
      isPage={isPage}
      actions={
        <>
          <Button leftSection={<IconRefresh size={15} stroke={1.8} />} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          <CopyButton value={`${details}: ${problem.message}`}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? <Trans>Copied</Trans> : <Trans>Copy details for support</Trans>}
              </Button>
            )}
          </CopyButton>
        </>
      }
      footnote={details}
    >
      {problem.message}
    </EmptyState>
  );
}
