import { Trans } from "@lingui/react/macro";
import { Glyph } from "#web/blocks/glyph.tsx";
import { tone } from "#web/theme/tones.ts";
import type { Heard, ReceivingState } from "./use-receiving.web.ts";
import styles from "./receiving.module.css";

const looks = {
  ok: { shape: "done", tone: "g" },
  again: { shape: "warn", tone: "a" },
  error: { shape: "bad", tone: "x" },
} as const;

/** What the last scan came to, with its way back. */
export function HeardNote({ state, heard }: { state: ReceivingState; heard: Heard }) {
  const look = looks[heard.result];
  return (
    <div className={`${styles.hit} ${tone(look.tone)}`} role={heard.result === "error" ? "alert" : "status"}>
      <Glyph shape={look.shape} tone={look.tone} size={20} />
      <span className={styles.hitText}>
        <b>{heard.title}</b> {heard.text}
      </span>
      {heard.canUndo && (
        <button type="button" className={styles.undo} onClick={state.undo}>
          <Trans>Undo</Trans>
        </button>
      )}
      {heard.choices && (
        <span className={styles.choices}>
          {heard.choices.map((match) => (
            <button key={match.productId} type="button" className={styles.plain} onClick={() => state.pick(match)}>
              {match.name}, {match.sku}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
