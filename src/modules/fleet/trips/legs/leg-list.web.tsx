import { Trans } from "@lingui/react/macro";
import { recordHref } from "#web/list/data/address.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { CheckWords } from "../trip-words.web.tsx";
import type { TripLeg } from "./legs.contract.ts";

/** Who drove which vehicle until when, where that changed on the road. */
export function LegList({ legs }: { legs: readonly TripLeg[] }) {
  if (legs.length === 0) return null;
  return (
    <Stack as="section" gap={6}>
      <h2>
        <Trans>Who drove what</Trans>
      </h2>
      <Stack as="ol" gap={6}>
        {legs.map((leg) => (
          <li key={leg.id}>
            <Leg leg={leg} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function Leg({ leg }: { leg: TripLeg }) {
  const fmt = useFormat();
  const { vehicleId, vehicleName, driverId, driverName, beginsAt, endsAt, reason, remarks } = leg;
  return (
    <>
      <a href={recordHref("/fleet/vehicles/details", vehicleId)}>{vehicleName}</a> ·{" "}
      <a href={recordHref("/fleet/drivers/details", driverId)}>{driverName}</a>{" "}
      <Text shape="figures">
        {endsAt === null ? (
          <Trans>since {fmt.instant(beginsAt)}</Trans>
        ) : (
          `${fmt.instant(beginsAt)} – ${fmt.instant(endsAt)}`
        )}
      </Text>
      {reason !== null && <div>{reason}</div>}
      {remarks.map((remark, at) => (
        <Text key={at} as="div" tone={remark.isOpen ? "urgent" : "dim"} size="small">
          <CheckWords check={remark} /> {remark.isOpen && <Trans>(nobody has answered for it)</Trans>}
        </Text>
      ))}
    </>
  );
}
