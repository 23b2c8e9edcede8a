import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { LazyRecordDrawer } from "#web/form/lazy-drawer.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { statusStyleOf, type StatusStyles } from "#web/ui/status/chip.tsx";
import { drivers } from "../drivers/drivers.contract.ts";
import { vehicles } from "../vehicles/vehicles.contract.ts";
import { driverAssignmentInput, driverAssignments, type DriverAssignment } from "./driver-assignments.contract.ts";
import { EndsBefore } from "./ends-before.web.tsx";

const naming: Naming = { one: msg`assignment`, many: msg`assignments` };

const Field = fieldsOf(driverAssignmentInput);
const Days = () => (
  <>
    <Field.Date name="firstDay" />
    <Field.Date name="lastDay" help={<Trans>Both days count. Without a last one it goes on.</Trans>} />
    <Field.Textarea name="notes" />
  </>
);
const roles: StatusStyles<DriverAssignment["role"]> = {
  primary: { icon: "done", label: msg`Primary driver` },
  relief: { icon: "open", label: msg`Relief driver` },
};
const role = (
  <Field.Select
    name="role"
    statusStyles={roles}
    help={<Trans>A vehicle has one primary driver at a time, and as many who relieve them as there are.</Trans>}
  />
);
const NewForDriver = () => (
  <>
    <Field.Reference name="vehicleId" of={vehicles} label="unitNumber" title={msg`Vehicle`} autoFocus />
    {role}
    <Days />
    <EndsBefore />
  </>
);
const NewForVehicle = () => (
  <>
    <Field.Reference name="driverId" of={drivers} label="lastName" title={msg`Driver`} autoFocus />
    {role}
    <Days />
    <EndsBefore />
  </>
);
const Changed = () => (
  <>
    {role}
    <Days />
  </>
);

function RoleName({ role: name }: { role: DriverAssignment["role"] }) {
  const words = useWords();
  return words(statusStyleOf(roles, name).label);
}

type Of = { readonly driverId: string } | { readonly vehicleId: string };
type Change = (assignment: DriverAssignment) => void;

const columns = (of: Of, change: Change | null) =>
  columnsOf<DriverAssignment>((c) => [
    "driverId" in of
      ? c.custom("unitNumber", { label: msg`Vehicle`, width: 170, cell: (one) => <VehicleOf assignment={one} /> })
      : c.custom("driverName", { label: msg`Driver`, width: 170, cell: (one) => <DriverOf assignment={one} /> }),
    c.custom("role", { width: 120, cell: ({ role: one }) => <RoleName role={one} /> }),
    c.date("firstDay", { width: 120 }),
    c.date("lastDay", { width: 120 }),
    c.custom("notes", { grows: 1, cell: ({ notes }) => notes }),
    c.custom("steps", {
      label: msg`Steps`,
      width: 150,
      align: "end",
      cell: (one) => change && <AssignmentSteps assignment={one} onChange={change} />,
    }),
  ]);

function VehicleOf({ assignment: { vehicleId, unitNumber, plateNumber } }: { assignment: DriverAssignment }) {
  const may = useMay();
  const called = [unitNumber, plateNumber].filter(Boolean).join(" ");
  return may(vehicles.read.can) ? <a href={recordHref("/fleet/vehicles/details", vehicleId)}>{called}</a> : called;
}

function DriverOf({ assignment: { driverId, driverName } }: { assignment: DriverAssignment }) {
  return <a href={recordHref("/fleet/drivers/details", driverId)}>{driverName}</a>;
}

function useReload() {
  const client = useQueryClient();
  return () => {
    for (const { path } of [driverAssignments.list, drivers.list, vehicles.list])
      void client.invalidateQueries({ queryKey: [path] });
  };
}

function AssignmentSteps({ assignment, onChange }: { assignment: DriverAssignment; onChange: Change }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const reload = useReload();
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { id, version, driverName, unitNumber, lastDay, when } = assignment;
  const end = async () => {
    setBusy(true);
    try {
      await call(driverAssignments.end, { id, body: { version } });
      toastDone(t`${driverName} has ${unitNumber} until today`);
    } finally {
      setAsked(false);
      setBusy(false);
      reload();
    }
  };
  return (
    <Row as="span" gap={4} justify="end">
      {when === "now" && lastDay !== fmt.today() && (
        <Button variant="subtle" size="compact-xs" onClick={() => setAsked(true)}>
          <Trans>End today</Trans>
        </Button>
      )}
      <Button variant="subtle" size="compact-xs" onClick={() => onChange(assignment)}>
        <Trans>Edit</Trans>
      </Button>
      <ConfirmDialog
        title={
          <Trans>
            Does {driverName} have {unitNumber} for the last time today?
          </Trans>
        }
        verb={t`End today`}
        isOpen={isAsked}
        isBusy={isBusy}
        onConfirm={() => void end()}
        onClose={() => setAsked(false)}
      >
        <Trans>From tomorrow on they are not assigned to it any more.</Trans>
      </ConfirmDialog>
    </Row>
  );
}

interface AssignmentListProps {
  of: Of;
  /** The driver is employed, or the vehicle in the fleet. */
  canAdd: boolean;
}

/** Which vehicle a driver has and had, or who drives a vehicle and who did before: what holds today on top. */
export function AssignmentList({ of, canAdd: isThere }: AssignmentListProps) {
  const { t } = useLingui();
  const may = useMay();
  const fmt = useFormat();
  const reload = useReload();
  const [changing, setChanging] = useState<string | null>(null);
  const [isNew, setNew] = useState(false);
  if (!may(driverAssignments.list.can)) return null;
  const mayChange = may(driverAssignments.create.can);
  const canAdd = isThere && mayChange;
  const shown = columns(of, mayChange ? ({ id }) => setChanging(id) : null);
  const isOfDriver = "driverId" in of;
  return (
    <>
      <RelatedList
        of={driverAssignments}
        title={isOfDriver ? t`Their vehicles` : t`Who drives it`}
        columns={shown}
        where={{ ...of, when: "now" }}
        none={isOfDriver ? <Trans>None today.</Trans> : <Trans>Nobody usually drives it today.</Trans>}
        actions={
          canAdd && (
            <Button variant="subtle" size="compact-sm" onClick={() => setNew(true)}>
              {isOfDriver ? <Trans>Assign a vehicle</Trans> : <Trans>Assign a driver</Trans>}
            </Button>
          )
        }
      />
      <RelatedList
        of={driverAssignments}
        title={isOfDriver ? t`Earlier and coming vehicles` : t`Earlier and coming drivers`}
        columns={shown}
        where={{ ...of, when: "ahead,over" }}
      />
      {mayChange && (
        <LazyRecordDrawer
          of={driverAssignments}
          naming={naming}
          form={changing === null ? (isOfDriver ? NewForDriver : NewForVehicle) : Changed}
          id={changing}
          isNew={isNew}
          start={{ ...of, firstDay: fmt.today() }}
          onSaved={reload}
          onClose={() => {
            setChanging(null);
            setNew(false);
          }}
        />
      )}
    </>
  );
}
