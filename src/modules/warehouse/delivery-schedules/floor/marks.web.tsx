import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trans } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { RecordNumber } from "#web/ui/values/values.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { inGroup } from "#shared/flow/groups.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules.contract.ts";
import { detailsPath } from "../delivery-schedules.status.web.ts";

/** What asks for a hand, as the server says it, and the way out. */
export function Mark({ delivery, onMove }: { delivery: DeliverySchedule; onMove: () => void }) {
  if (delivery.mark === "needs_time") return <NeedsTime delivery={delivery} onMove={onMove} />;
  if (delivery.mark === "needs_door")
    return (
      <Note icon="warn">
        <b>
          <Trans>It waits at the gate without a dock.</Trans>
        </b>{" "}
        <WhoStands delivery={delivery} /> <Trans>Start unloading at any dock: it is taken from then on.</Trans>
      </Note>
    );
  if (delivery.mark === "not_completed")
    return (
      <Note icon="warn">
        <b>
          <Trans>The truck has left, and not everything is counted.</Trans>
        </b>{" "}
        <Trans>Receive what came, or complete it and say why nothing was received.</Trans>
      </Note>
    );
  return null;
}

/** Nothing is to be sent with its carrier now: what is planned is to change, and a truck that is here is here. */
export function HeldCarrier({ delivery: { carrierIsHeld, carrierName, status } }: { delivery: DeliverySchedule }) {
  if (!carrierIsHeld) return null;
  const carrier = carrierName ?? "";
  return (
    <Note icon="warn">
      <b>
        <Trans>Nothing is to be sent with {carrier} now.</Trans>
      </b>{" "}
      {inGroup(deliveryScheduleFlow, "onSite", status) ? (
        <Trans>The truck is here all the same. Tell whoever keeps the carriers.</Trans>
      ) : (
        <Trans>Choose another carrier, or take this one up again on its page.</Trans>
      )}
    </Note>
  );
}

function WhoStands({ delivery }: { delivery: DeliverySchedule }) {
  if (delivery.displacedById === null) return null;
  return (
    <Trans>
      Its dock was taken by{" "}
      <a href={recordHref(detailsPath, delivery.displacedById)}>
        <RecordNumber>{delivery.displacedByNumber ?? ""}</RecordNumber>
      </a>
      , which stands there.
    </Trans>
  );
}

function NeedsTime({ delivery, onMove }: { delivery: DeliverySchedule; onMove: () => void }) {
  const fmt = useFormat();
  const step = useStep(deliverySchedules);
  const mayMove = delivery.steps.includes("move");
  const { data } = useQuery({
    queryKey: [deliverySchedules.freePlaces.path, delivery.id],
    queryFn: ({ signal }) => call(deliverySchedules.freePlaces, { id: delivery.id, signal }),
    enabled: mayMove,
    meta: { quiet: true, follows: deliverySchedules.freePlaces.reads },
  });
  const move = async ({ dockCode, ...place }: NonNullable<typeof data>["items"][number]) => {
    const saved = await step.mutateAsync({ route: deliverySchedules.move, record: delivery, input: place });
    if (saved) toastDone(`${delivery.number}, ${dockCode}`, { line: fmt.instant(place.plannedStart) });
  };
  return (
    <Note icon="warn">
      <Stack gap={8}>
        <span>
          <b>
            <Trans>It needs a time.</Trans>
          </b>{" "}
          {delivery.displacedById === null ? (
            <Trans>Its dock was taken out of use. Move it to another one.</Trans>
          ) : (
            <WhoStands delivery={delivery} />
          )}
        </span>
        {mayMove && (
          <Row>
            {(data?.items ?? []).map((place) => (
              <Button
                key={`${place.dockId} ${place.plannedStart}`}
                variant="default"
                size="compact-sm"
                disabled={step.isPending}
                onClick={() => void move(place).catch(() => undefined)}
              >
                <Trans>
                  Dock {place.dockCode}, {fmt.instant(place.plannedStart)}
                </Trans>
              </Button>
            ))}
            <Button variant="default" size="compact-sm" onClick={onMove}>
              <Trans>Another time</Trans>
            </Button>
          </Row>
        )}
      </Stack>
    </Note>
  );
}
