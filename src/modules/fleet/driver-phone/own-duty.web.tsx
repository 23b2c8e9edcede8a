import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { dutyVerbs } from "../drivers/driver-words.web.tsx";
import { drivers } from "../drivers/drivers.contract.ts";
import { dutiesOffered, type DutyByHand } from "../drivers/duties.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import type { OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { useWhen } from "./use-when.web.ts";
import styles from "./driver-phone.module.css";

const queryKey = [drivers.ownDuty.path];

/**
 * What a driver does now, and one press to say otherwise where no trip of theirs says it. Only with a network: it is said of this
 * moment, and what is sent hours later is said of another.
 */
export function OwnDuty({ trips }: { trips: readonly OwnTrip[] }) {
  const { t } = useLingui();
  const words = useWords();
  const when = useWhen();
  const client = useQueryClient();
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(drivers.ownDuty, { signal }),
    retry: false,
    meta: { follows: drivers.ownDuty.reads, quiet: true }, // without a network the frame says so
  });
  const driver = data?.driver;
  if (!driver) return null;
  const say = async (duty: DutyByHand) => {
    setBusy(true);
    try {
      client.setQueryData(queryKey, { driver: await call(drivers.setDuty, { id: driver.id, body: { duty } }) });
      setSaid(null);
    } catch (error) {
      const { code, message } = asProblem(error);
      setSaid(code === "offline" ? t`This needs a network. Say it again once there is one.` : message);
    } finally {
      setBusy(false);
    }
  };
  const isDriving = trips.some(({ role, status }) => role === "driver" && inGroup(tripFlow, "running", status)); // sent or not
  return (
    <section className={styles["duty"]} aria-label={t`Your duty`}>
      <p>
        <b>{words(driver.duty)}</b>{" "}
        {driver.dutySince && (
          <span className={styles["small"]}>
            <Trans>since {when(driver.dutySince)}</Trans>
          </span>
        )}
      </p>
      {!isDriving && (
        <div className={styles["beside"]}>
          {dutiesOffered(driver).map((duty) => (
            <button
              key={duty}
              type="button"
              className={styles["quiet"]}
              disabled={isBusy}
              onClick={() => void say(duty)}
            >
              {words(dutyVerbs[duty])}
            </button>
          ))}
        </div>
      )}
      {said && <p role="status">{said}</p>}
    </section>
  );
}
