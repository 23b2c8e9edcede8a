import { Trans } from "@lingui/react/macro";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { tone } from "#web/ui/theme/tones.ts";
import type { ScanOutcome, ReceivingState } from "../use-receiving.web.ts";
import styles from "../receiving.module.css";

const statusStyles = {
  ok: { icon: "done", tone: "g" },
  again: { icon: "warn", tone: "a" },
  error: { icon: "bad", tone: "x" },
} as const;

/** What the last scan came to, with its way back. */
export function ScanFeedback({ state, scanned }: { state: ReceivingState; scanned: ScanOutcome }) {
  const look = statusStyles[scanned.result];
  return (
    <div className={`${styles.hit} ${tone(look.tone)}`} role={scanned.result === "error" ? "alert" : "status"}>
      <Glyph icon={look.icon} tone={look.tone} size={20} />
      <span className={styles.hitText}>
        <b>{scanned.title}</b> {scanned.text}
      </span>
      {scanned.canUndo && (
        <button type="button" className={styles.undo} onClick={state.undo}>
          <Trans>Undo</Trans>
        </button>
      )}
      {scanned.unknown !== undefined && (
        <span className={styles.choices}>
          <button type="button" className={styles.plain} onClick={() => state.countUnknown(scanned.unknown ?? "")}>
            <Trans>Count it as unknown goods</Trans>
          </button>
        </span>
      )}
      {scanned.choices && (
        <span className={styles.choices}>
          {scanned.choices.map((match) => (
            <button key={match.productId} type="button" className={styles.plain} onClick={() => state.pick(match)}>
              {match.name}, {match.sku}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
