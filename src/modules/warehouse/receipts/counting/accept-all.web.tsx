import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { uncounted } from "./accept-expected.web.ts";
import type { ReceivingState } from "../use-receiving.web.ts";
import styles from "../receiving.module.css";

/** Accepts everything that nobody has counted yet as it is expected: asked for twice, taken back with one press. */
export function AcceptAll({ state }: { state: ReceivingState }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { ready, toRead } = uncounted(state.expected, state.lines, state.entries);
  const accept = () => {
    setAsking(false);
    state.accept(ready);
  };
  return (
    <>
      {ready.length > 0 && !state.counting?.body && (
        <button type="button" className={styles.plain} onClick={() => setAsking(true)}>
          <Plural
            value={ready.length}
            one="Accept # uncounted line as expected"
            other="Accept # uncounted lines as expected"
          />
        </button>
      )}
      <ConfirmDialog
        title={<Plural value={ready.length} one="Accept # line as expected?" other="Accept # lines as expected?" />}
        verb={t`Accept as expected`}
        keep={t`Count them`}
        isOpen={isAsking}
        onConfirm={accept}
        onClose={() => setAsking(false)}
      >
        <Trans>What is expected counts as received, undamaged and without a scan. Undo takes it back.</Trans>{" "}
        {toRead.length > 0 && (
          <Plural
            value={toRead.length}
            one="# more has a lot or a date to read and stays to be counted."
            other="# more have a lot or a date to read and stay to be counted."
          />
        )}
      </ConfirmDialog>
    </>
  );
}
