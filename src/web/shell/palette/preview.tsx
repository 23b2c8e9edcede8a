import { LazyBoundary } from "../../api/lazy-boundary.tsx";
import { PreviewedRecord } from "../../list/previewed-record.ts";
import { useIsPhone } from "../../ui/use-is-phone.ts";
import type { Command } from "./commands.tsx";
import styles from "./palette.module.css";

/** What the list of the chosen record says of it, beside the results; nothing for a screen or an action, or on a phone. */
export function Preview({ of }: { of: Command | undefined }) {
  const isPhone = useIsPhone();
  if (!of?.preview || isPhone) return null;
  const { record, Facts } = of.preview;
  return (
    <section className={styles.preview} aria-label={of.name}>
      <h2>{of.name}</h2>
      <PreviewedRecord value={record}>
        <LazyBoundary>
          <Facts />
        </LazyBoundary>
      </PreviewedRecord>
    </section>
  );
}
