import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Looks } from "#web/blocks/chip.tsx";
import { Door } from "#web/blocks/marks.tsx";
import { Note } from "#web/blocks/note.tsx";
import { SiteZone, useFormat } from "#web/blocks/use-format.ts";
import { useWords, type Naming } from "#web/blocks/words.ts";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { Facts } from "#web/detail/facts.tsx";
import { HeadPlace } from "#web/detail/head-place.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { Steps, type StepWords } from "#web/flow/steps.tsx";
import { fieldsOf } from "#web/form/fields.tsx";
import { columnsOf } from "#web/list/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { useMay } from "#web/session.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { allDockDowntimes, dockDowntimes, type DockDowntime } from "../dock-downtimes/dock-downtimes.contract.ts";
import { dockInput, docks, type Dock } from "./docks.contract.ts";
import { dockFlow } from "./docks.flow.ts";
import { DowntimeDialog } from "./downtime-dialog.web.tsx";
import { EndDowntime } from "./end-downtime.web.tsx";

const naming: Naming = { one: msg`dock`, many: msg`docks`, about: msg`A dock is a door that trucks stand at. Add each door with the number on its wall.` };
const liveLooks: Looks<Dock["liveStatus"]> = {
  free: "open",
  expected: "open",
  late: "late",
  occupied: { shape: "live", label: msg`Unloading` },
  overrun: "warn",
  out_of_service: { shape: "ended", label: msg`Out of service` },
  inactive: "ended",
};

const columns = columnsOf<Dock>((c) => [
  { ...c.link("code", { label: msg`Dock`, width: 90 }), cell: ({ code }) => <Door number={code} /> },
  c.text("name"),
  c.badge("liveStatus", liveLooks, { label: msg`Now`, width: 140 }),
  c.text("locationName", { label: msg`Location`, width: 160 }),
  c.choice("dockType", { label: msg`Kind` }),
  c.choice("direction"),
  c.count("parallelCapacity", { label: msg`Lanes`, width: 70 }),
  c.text("outOfServiceReason", { label: msg`Reason`, width: 180 }),
  c.yes("hasLeveler"),
  c.yes("hasForklift", { label: msg`Forklift`, hidden: true }),
  c.choice("temperatureZone", { label: msg`Temperature`, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(dockInput);
const DockForm = () => (
  <>
    <Field.Reference name="locationId" of={locations} label="name" title={msg`Location`} autoFocus />
    <Field.Text name="code" label={msg`Number on the wall`} />
    <Field.Text name="name" />
    <Field.Select name="dockType" label={msg`Kind`} />
    <Field.Select name="direction" />
    <Field.Number name="parallelCapacity" label={msg`Trucks at once`} />
    <Field.Number name="bufferBeforeMinutes" label={msg`Kept free before`} unit="min" />
    <Field.Number name="bufferAfterMinutes" label={msg`Kept free after`} unit="min" />
    <Field.Switch name="allowCarrierBooking" label={msg`Vendors and carriers may choose it by link`} />
    <Field.Switch name="hasLeveler" label={msg`Has a leveller`} />
    <Field.Switch name="hasForklift" label={msg`Has a forklift`} />
    <Field.Select name="temperatureZone" label={msg`Temperature`} />
    <Field.Number name="maxVehicleHeightMm" label={msg`Highest vehicle`} unit="mm" />
    <Field.Number name="maxVehicleLengthMm" label={msg`Longest vehicle`} unit="mm" />
    <Field.Textarea name="instructions" label={msg`Instructions for drivers`} />
    <Field.Number name="sortOrder" label={msg`Place in lists and on the board`} />
  </>
);

export const DockList = () => (
  <ListScreen
    of={docks}
    naming={naming}
    columns={columns}
    filters={[{ name: "locationId", of: locations, field: "name" }, "status", "direction", "dockType"]}
    form={DockForm}
    opens="/warehouse/delivery-schedules/docks/details"
    actions={<Button variant="default" component="a" href="/warehouse/delivery-schedules/calenders"><Trans>Dock board</Trans></Button>}
  />
);

const words: Partial<Record<keyof typeof dockFlow.steps, StepWords>> = {
  takeOutOfService: { label: msg`Take out of service`, isMinor: true },
  putInService: { label: msg`Put in service` },
  deactivate: { label: msg`Deactivate`, isDangerous: true, confirm: <Trans>Deactivate this dock?</Trans> },
};

const downtimeColumns = columnsOf<DockDowntime>((c) => [
  c.custom("startsAt", { label: msg`From`, width: 140, cell: (downtime) => <At at={downtime.startsAt} zone={downtime.locationTimezone} /> }),
  c.custom("endsAt", { label: msg`Until`, width: 140, cell: (downtime) => <At at={downtime.endsAt} zone={downtime.locationTimezone} /> }),
  c.text("reason"),
  c.custom("end", { label: msg`Steps`, width: 110, align: "end", cell: (downtime) => <EndDowntime downtime={downtime} /> }),
]);

export function DockDetail() {
  const { t } = useLingui();
  return (
    <DetailScreen
      of={docks}
      naming={naming}
      form={DockForm}
      title={(dock) => t`Dock ${dock.code}`}
      state={{ of: (dock) => dock.liveStatus, looks: liveLooks }}
      summary={(dock) => dock.name}
      strip={(dock) => [
        { label: msg`Location`, value: dock.locationName, sub: dock.locationTimezone },
        { label: msg`Kind`, value: <Word>{dock.dockType}</Word>, sub: dock.temperatureZone && <Word>{dock.temperatureZone}</Word> },
        { label: "direction", value: <Word>{dock.direction}</Word> },
        { label: msg`Trucks at once`, value: dock.parallelCapacity },
        { label: msg`Kept free`, value: t`${dock.bufferAfterMinutes} min after`, sub: dock.bufferBeforeMinutes > 0 && t`${dock.bufferBeforeMinutes} min before` },
      ]}
    >
      {(dock) => (
        <>
          <Steps of={docks} flow={dockFlow} record={dock} words={words} />
          <AddDowntime dock={dock} />
          {dock.outOfServiceReason && <Note shape="warn"><b><Trans>Out of service.</Trans></b> {dock.outOfServiceReason}</Note>}
          <Facts schema={dockInput} record={dock} except={["locationId", "code", "name", "dockType", "direction", "parallelCapacity", "bufferAfterMinutes", "bufferBeforeMinutes", "temperatureZone"]} labels={{ allowCarrierBooking: msg`Vendors and carriers may choose it`, hasLeveler: msg`Leveller`, hasForklift: msg`Forklift`, maxVehicleHeightMm: msg`Highest vehicle, mm`, maxVehicleLengthMm: msg`Longest vehicle, mm` }} />
          <RelatedList of={allDockDowntimes} title={t`Downtimes`} columns={downtimeColumns} where={{ dockId: dock.id }} none={<Trans>None: it has always been in use.</Trans>} />
        </>
      )}
    </DetailScreen>
  );
}

function AddDowntime({ dock }: { dock: Dock }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay()(dockDowntimes.create.can)) return null;
  return (
    <HeadPlace>
      <Button variant="default" onClick={() => setOpen(true)}><Trans>Add a downtime</Trans></Button>
      {isOpen && <DowntimeDialog dock={dock} onClose={() => setOpen(false)} />}
    </HeadPlace>
  );
}

function Word({ children }: { children: string }) {
  const words = useWords();
  return words(children);
}

function At({ at, zone }: { at: string; zone: string }) {
  return <SiteZone value={zone}><Moment at={at} /></SiteZone>;
}

function Moment({ at }: { at: string }) {
  const say = useFormat();
  return <time dateTime={at}><bdi>{say.instant(at)}</bdi></time>;
}
