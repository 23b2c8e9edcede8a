import { Trans, useLingui } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { OwnHold, OwnTrip } from "./driver-actions/driver-actions.contract.ts";

/** What a driver has to know before they leave: of the goods, and of the vehicle. */
export const BeforeLeaving = ({ trip }: { trip: OwnTrip }) => (
  <>
    <VehicleHolds trip={trip} />
    {trip.hasDangerousGoods && (
      <Note icon="warn">
        <Trans>Dangerous goods are on this trip.</Trans>
      </Note>
    )}
  </>
);

/** What keeps the vehicle of a trip in the yard: its driver asks before they leave with it. */
function VehicleHolds({ trip: { holds = [], vehicleName } }: { trip: OwnTrip }) {
  if (holds.length === 0) return null;
  return (
    <Note icon="bad">
      <b>
        <Trans>{vehicleName} should stay in the yard. Call the dispatcher before you drive it.</Trans>
      </b>
      <ul>
        {holds.map((hold, at) => (
          <li key={at}>
            <HoldWords hold={hold} />
          </li>
        ))}
      </ul>
    </Note>
  );
}

function HoldWords({ hold: { code, kind, document, until } }: { hold: OwnHold }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const paper = document ?? "";
  const ofHold: Readonly<Record<string, string>> = {
    maintenance: t`It is to be mended or serviced.`,
    incident: t`Something happened to it.`,
    compliance: document === null ? t`A document of it has ended.` : t`Its ${paper} has ended.`,
    manual: t`Somebody holds it back.`,
  };
  const words = {
    not_in_service: t`It is not in service.`,
    hold: ofHold[kind ?? "manual"] ?? ofHold["manual"],
    document_missing: t`It lacks a valid ${paper}.`,
    health: t`It is not safe to drive.`,
    status: t`It is not released for driving.`,
  }[code];
  return until === null ? words : `${words ?? ""} ${t`Expected until ${fmt.date(until)}.`}`;
}
