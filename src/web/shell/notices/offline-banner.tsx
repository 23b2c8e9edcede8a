import { Trans } from "@lingui/react/macro";
import IconCloudOff from "@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs";
import { useState, useSyncExternalStore } from "react";
import { answeredAt, send } from "../../api/api.ts";
import { queryClient } from "../../api/query.tsx";
import { useFormat } from "../../ui/values/use-format.ts";
import { toastProblem } from "./toasts.tsx";
import styles from "./offline-banner.module.css";

/** Whether the browser has a network. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Says that the browser is offline, how old the data is, and what does not work meanwhile. */
export const OfflineBanner = () => <div role="status">{!useIsOnline() && <Banner />}</div>;

function Banner() {
  const fmt = useFormat();
  const [isTrying, setIsTrying] = useState(false);
  const last = answeredAt();
  const time = last && fmt.time(new Date(last).toISOString());
  const handleTry = async () => {
    setIsTrying(true);
    try {
      await send({ method: "GET", path: "/api/settings" });
      await queryClient.invalidateQueries();
    } catch (error) {
      toastProblem(error);
    }
    setIsTrying(false);
  };
  return (
    <div className={styles.banner}>
      <IconCloudOff size={16} stroke={1.8} />
      <b>
        <Trans>Offline</Trans>
      </b>
      <span className={styles.words} data-says="what-waits">
        {time ? (
          <Trans>Loaded {time}. Saving and sending wait until you are back.</Trans>
        ) : (
          <Trans>Saving and sending wait until you are back.</Trans>
        )}
      </span>
      <button type="button" className={styles.again} disabled={isTrying} onClick={handleTry}>
        <Trans>Try now</Trans>
      </button>
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
