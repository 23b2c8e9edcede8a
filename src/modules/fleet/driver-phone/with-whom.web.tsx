import { Trans } from "@lingui/react/macro";
import type { OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import styles from "./driver-phone.module.css";

/** What somebody is on a trip that another one drives; nothing on one's own. */
export function WithWhom({ trip: { role, driverName } }: { trip: OwnTrip }) {
  if (role === "driver") return null;
  return (
    <span className={styles["small"]}>
      {role === "co_driver" ? <Trans>You relieve {driverName}</Trans> : <Trans>You help {driverName}</Trans>}
    </span>
  );
}
