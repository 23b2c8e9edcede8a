import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMay } from "#web/api/session.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { LazyRecordDrawer } from "#web/form/lazy-drawer.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import type { Naming } from "#web/ui/values/labels.ts";
import { driverAbsenceInput, driverAbsences, type DriverAbsence } from "../driver-absences/driver-absences.contract.ts";

const naming: Naming = { one: msg`absence`, many: msg`absences` };

const Field = fieldsOf(driverAbsenceInput);
const AbsenceForm = () => (
  <>
    <Field.Select
      name="kind"
      autoFocus
      help={<Trans>Whoever plans trips learns that they are not available, and not why.</Trans>}
    />
    <Field.Date name="firstDay" />
    <Field.Date name="lastDay" help={<Trans>Both days count.</Trans>} />
    <Field.Textarea name="notes" />
  </>
);

const columns = (change: (id: string) => void, canChange: boolean) =>
  columnsOf<DriverAbsence>((c) => [
    c.choice("kind", { width: 120 }),
    c.date("firstDay"),
    c.date("lastDay"),
    c.choice("when", { label: msg`When`, width: 90 }),
    c.custom("tripNumbers", {
      label: msg`Trips that need somebody else`,
      width: 200,
      cell: ({ tripNumbers }) => (tripNumbers.length === 0 ? <Nothing /> : tripNumbers.join(", ")),
    }),
    c.custom("steps", {
      label: msg`Steps`,
      width: 90,
      align: "end",
      cell: ({ id }) =>
        canChange && (
          <Button variant="subtle" size="compact-xs" onClick={() => change(id)}>
            <Trans>Edit</Trans>
          </Button>
        ),
    }),
  ]);

/** When a driver is away, for those who may know why. */
export function AbsenceList({ driverId, canAdd: isEmployed }: { driverId: string; canAdd: boolean }) {
  const { t } = useLingui();
  const may = useMay();
  const [changing, setChanging] = useState<string | null>(null);
  const [isNew, setNew] = useState(false);
  const canAdd = isEmployed && may(driverAbsences.create.can);
  if (!may(driverAbsences.list.can)) return null;
  return (
    <>
      <RelatedList
        of={driverAbsences}
        title={t`Absences`}
        columns={columns(setChanging, canAdd)}
        where={{ driverId }}
        actions={
          canAdd && (
            <Button variant="subtle" size="compact-sm" onClick={() => setNew(true)}>
              <Trans>Add an absence</Trans>
            </Button>
          )
        }
      />
      {canAdd && (
        <LazyRecordDrawer
          of={driverAbsences}
          naming={naming}
          form={AbsenceForm}
          id={changing}
          isNew={isNew}
          start={{ driverId }}
          onClose={() => {
            setChanging(null);
            setNew(false);
          }}
        />
      )}
    </>
  );
}
