import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { fleetDeliveries } from "../deliveries/deliveries.contract.ts";
import styles from "./driver-phone.module.css";

/**
 * Has the consignee mailed a code, which nobody else gets to see. Only with a network: a code holds for ten minutes, and one that
 * is mailed hours later helps nobody at the door.
 */
export function MailCode({ deliveryId }: { deliveryId: string }) {
  const { t } = useLingui();
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const mail = async () => {
    setBusy(true);
    try {
      await call(fleetDeliveries.sendCode, { id: deliveryId });
      setSaid(t`A code is mailed to the consignee. It holds for ten minutes.`);
    } catch (error) {
      const { code, message } = asProblem(error);
      setSaid(code === "offline" ? t`Without a network no code can be mailed. Ask again once there is one.` : message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" className={styles["quiet"]} disabled={isBusy} onClick={() => void mail()}>
        <Trans>Mail the consignee a code</Trans>
      </button>
      {said && <p role="status">{said}</p>}
    </>
  );
}
