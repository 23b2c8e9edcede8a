import { Trans } from "@lingui/react/macro";
import IconRefresh from "@tabler/icons-react/dist/esm/icons/IconRefresh.mjs";
import { useState, useSyncExternalStore } from "react";
import { outdated } from "../../api/api.ts";
import styles from "./offline-banner.module.css";

/** Says that Waybill was updated on the server; whoever types goes on, and reloads when it suits. */
export function VersionNotice() {
  const isOutdated = useSyncExternalStore(outdated.subscribe, outdated.isOutdated);
  const [isPutOff, setIsPutOff] = useState(false);
  return (
    <div role="status">
      {isOutdated && !isPutOff && (
        <div className={`${styles.banner} ${styles.quiet}`}>
          <IconRefresh size={16} stroke={1.8} />
          <b>
            <Trans>Waybill was updated</Trans>
          </b>
          <span className={styles.words}>
            <Trans>Reload when it suits you; what you type stays until then.</Trans>
          </span>
          <button type="button" className={styles.again} onClick={() => location.reload()}>
            <Trans>Reload</Trans>
          </button>
          <button type="button" className={styles.later} onClick={() => setIsPutOff(true)}>
            <Trans>Later</Trans>
          </button>
        </div>
      )}
    </div>
  );
}
