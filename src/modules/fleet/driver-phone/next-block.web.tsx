import { Trans, useLingui } from "@lingui/react/macro";
import IconNavigation from "@tabler/icons-react/dist/esm/icons/IconNavigation.mjs";
import IconPhone from "@tabler/icons-react/dist/esm/icons/IconPhone.mjs";
import { inGroup } from "#shared/flow/groups.ts";
import { phoneHref } from "#shared/format/phone.ts";
import { tripFlow } from "../trips/trips.flow.ts";
import type { OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { useWhen } from "./use-when.web.ts";
import { deliveriesAt } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

/** Where to next, how to get there, and whom to call. */
export function NextBlock({ trip, stop }: { trip: OwnTrip; stop: OwnStop | undefined }) {
  const { t } = useLingui();
  const when = useWhen();
  const { stops, dispatcherPhone } = trip;
  const number = stop ? stops.indexOf(stop) + 1 : stops.length;
  const sitePhone = deliveriesAt(trip, stop).find(({ contactPhone }) => contactPhone)?.contactPhone;
  return (
    <section className={styles["next"]} aria-label={t`Next`}>
      {stop ? (
        <>
          <p className={styles["between"]}>
            <span>
              {stop.status === "arrived" ? (
                <Trans>
                  At stop {number} of {stops.length}
                </Trans>
              ) : (
                <Trans>
                  Next stop, {number} of {stops.length}
                </Trans>
              )}
            </span>
            <b>{when(stop.arrivedAt ?? stop.plannedArrival)}</b>
          </p>
          <h2>{stop.name ?? stop.address}</h2>
          <p>{stop.name === null ? null : stop.address}</p>
          {stop.instructions && <p>{stop.instructions}</p>}
        </>
      ) : (
        <h2>
          {inGroup(tripFlow, "over", trip.status) ? (
            <Trans>This trip is over</Trans>
          ) : (
            <Trans>Every stop is made</Trans>
          )}
        </h2>
      )}
      <div className={styles["ways"]}>
        {stop && stop.status !== "arrived" && (
          <a className={styles["go"]} href={geoLink(stop)}>
            <IconNavigation size={20} stroke={1.8} />
            <Trans>Navigate</Trans>
          </a>
        )}
        {sitePhone && (
          <a className={styles["site"]} href={phoneHref(sitePhone)}>
            <IconPhone size={20} stroke={1.8} />
            <Trans>Call the site</Trans>
          </a>
        )}
        {dispatcherPhone && (
          <a className={styles["call"]} href={phoneHref(dispatcherPhone)} aria-label={t`Call the dispatcher`}>
            <IconPhone size={22} stroke={1.8} />
          </a>
        )}
      </div>
    </section>
  );
}

/** Opens the phone's own navigation. */
function geoLink({ latitude, longitude, name, address }: OwnStop): string {
  const words = encodeURIComponent([name, address].filter(Boolean).join(", "));
  return latitude !== null && longitude !== null
    ? `geo:${latitude},${longitude}?q=${latitude},${longitude}(${words})`
    : `geo:0,0?q=${words}`;
}
