import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Note } from "#web/ui/note.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { useMay } from "#web/api/session.tsx";
import { allDockDowntimes, dockDowntimes, type DockDowntime } from "../dock-downtimes/dock-downtimes.contract.ts";
import { dockInput, docks, type Dock } from "./docks.contract.ts";
import { dockFlow } from "./docks.flow.ts";
import { DowntimeDialog } from "./downtime-dialog.web.tsx";
import { EndDowntime } from "./end-downtime.web.tsx";
import { DockForm, dockStatusStyles, dockNaming } from "./docks.web.tsx";

const words: Partial<Record<keyof typeof dockFlow.steps, StepWords>> = {
  takeOutOfService: { label: msg`Take out of service`, isMinor: true },
  putInService: { label: msg`Put in service` },
  deactivate: { label: msg`Deactivate`, isDangerous: true, confirm: <Trans>Deactivate this dock?</Trans> },
};

const downtimeColumns = columnsOf<DockDowntime>((c) => [
  c.custom("startsAt", {
    label: msg`From`,
    width: 140,
    cell: (downtime) => <At at={downtime.startsAt} zone={downtime.locationTimezone} />,
  }),
  c.custom("endsAt", {
    label: msg`Until`,
    width: 140,
    cell: (downtime) => <At at={downtime.endsAt} zone={downtime.locationTimezone} />,
  }),
  c.text("reason"),
  c.custom("end", {
    label: msg`Steps`,
    width: 110,
    align: "end",
    cell: (downtime) => <EndDowntime downtime={downtime} />,
  }),
]);

export function DockDetail() {
  const { t } = useLingui();
  return (
    <DetailScreen
      of={docks}
      naming={dockNaming}
      form={DockForm}
      title={(dock) => t`Dock ${dock.code}`}
      state={{ of: (dock) => dock.liveStatus, statusStyles: dockStatusStyles }}
      summary={(dock) => dock.name}
      strip={(dock) => [
        { label: msg`Location`, value: dock.locationName, sub: dock.locationTimezone },
        {
          label: msg`Kind`,
          value: <Word>{dock.dockType}</Word>,
          sub: dock.temperatureZone && <Word>{dock.temperatureZone}</Word>,
        },
        { label: "direction", value: <Word>{dock.direction}</Word> },
        { label: msg`Trucks at once`, value: dock.parallelCapacity },
        {
          label: msg`Kept free`,
          value: t`${dock.bufferAfterMinutes} min after`,
          sub: dock.bufferBeforeMinutes > 0 && t`${dock.bufferBeforeMinutes} min before`,
        },
      ]}
    >
      {(dock) => (
        <>
          <Steps
            of={docks}
            flow={dockFlow}
            record={dock}
            words={words}
            about={`${t`Dock ${dock.code}`} · ${dock.locationName}`}
          />
          <AddDowntime dock={dock} />
          {dock.outOfServiceReason && (
            <Note icon="warn">
              <b>
                <Trans>Out of service.</Trans>
              </b>{" "}
              {dock.outOfServiceReason}
            </Note>
          )}
          <FieldList
            schema={dockInput}
            record={dock}
            except={[
              "locationId",
              "code",
              "name",
              "dockType",
              "direction",
              "parallelCapacity",
              "bufferAfterMinutes",
              "bufferBeforeMinutes",
              "temperatureZone",
            ]}
            labels={{
              allowCarrierBooking: msg`Vendors and carriers may choose it`,
              hasLeveler: msg`Leveller`,
              hasForklift: msg`Forklift`,
              maxVehicleHeightMm: msg`Highest vehicle, mm`,
              maxVehicleLengthMm: msg`Longest vehicle, mm`,
            }}
          />
          <RelatedList
            of={allDockDowntimes}
            title={t`Downtimes`}
            columns={downtimeColumns}
            where={{ dockId: dock.id }}
            none={<Trans>None: it has always been in use.</Trans>}
          />
        </>
      )}
    </DetailScreen>
  );
}

function AddDowntime({ dock }: { dock: Dock }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay()(dockDowntimes.create.can)) return null;
  return (
    <HeaderSlot>
      <Button variant="default" onClick={() => setOpen(true)}>
        <Trans>Add a downtime</Trans>
      </Button>
      {isOpen && <DowntimeDialog dock={dock} onClose={() => setOpen(false)} />}
    </HeaderSlot>
  );
}

function Word({ children }: { children: string }) {
  const words = useWords();
  return words(children);
}

function At({ at, zone }: { at: string; zone: string }) {
  return (
    <SiteZone value={zone}>
      <Moment at={at} />
    </SiteZone>
  );
}

function Moment({ at }: { at: string }) {
  const fmt = useFormat();
  return (
    <time dateTime={at}>
      <bdi>{fmt.instant(at)}</bdi>
    </time>
  );
}
