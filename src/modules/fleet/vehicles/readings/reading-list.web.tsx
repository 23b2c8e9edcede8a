import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { pointInTime } from "#shared/fields/fields.ts";
import { hasAbility } from "#shared/flow/abilities.ts";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { inputOf } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { meterUnits, MeterValue } from "../vehicle-words.web.tsx";
import { meterUnit, vehicles, type Vehicle } from "../vehicles.contract.ts";
import { allMeterReadings, meter, meterReadings, typedReading, type MeterReading } from "./meter-readings.contract.ts";

const columns = columnsOf<MeterReading>((c) => [
  c.date("readAt", { label: msg`Read`, width: 140 }),
  c.choice("meter", { width: 120 }),
  c.custom("enteredValue", { label: msg`Shows`, width: 140, align: "end", cell: (reading) => <Shown of={reading} /> }),
  c.custom("since", { label: msg`Since`, width: 110, align: "end", cell: (reading) => <Since of={reading} /> }),
  c.custom("source", { label: msg`Source`, width: 160, grows: 1, cell: (reading) => <Origin of={reading} /> }),
  c.custom("void", { label: msg`Steps`, width: 90, align: "end", cell: (reading) => <Void reading={reading} /> }),
]);

/** The newest readings; a void one keeps its place, struck through, with who said so and why. */
export function ReadingList({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useLingui();
  return (
    <RelatedList
      of={allMeterReadings}
      title={t`Readings`}
      columns={columns}
      where={{ vehicleId: vehicle.id }}
      none={<Trans>None: enter what its meter shows.</Trans>}
      actions={<EnterReading vehicle={vehicle} />}
    />
  );
}

function Shown({ of: { enteredValue, enteredUnit, voidedAt } }: { of: MeterReading }) {
  const fmt = useFormat();
  const said = `${fmt.quantity(enteredValue)} ${enteredUnit}`;
  return voidedAt === null ? <b>{said}</b> : <del>{said}</del>;
}

function Since({ of: { since, voidedAt, isReplacement } }: { of: MeterReading }) {
  const fmt = useFormat();
  if (voidedAt !== null) return <Trans>void</Trans>;
  if (isReplacement) return <Trans>new meter</Trans>;
  return since === null ? null : `+${fmt.quantity(since)}`;
}

function Origin({ of: { source, note, enteredByName, voidedByName, voidReason } }: { of: MeterReading }) {
  const words = useWords();
  if (voidReason !== null) return [voidedByName, voidReason].filter(Boolean).join(": ");
  return (
    <>
      {note ?? words(source)} <Text tone="dim">{enteredByName}</Text>
    </>
  );
}

const sent = typedReading.omit({ vehicleId: true });
const Field = fieldsOf(sent);
const minuteMs = 60_000;
const thisMinute = () => new Date(Math.floor(Date.now() / minuteMs) * minuteMs).toISOString();

/** What is asked begins with the vehicle's own meter, as it is read at this moment. */
const askedOf = ({ meterUnit: unit }: Vehicle, now: string) =>
  sent.extend({
    enteredUnit: meterUnit.default(unit),
    meter: meter.default(unit === "h" ? "engine_hours" : "odometer"),
    readAt: pointInTime.default(now),
  });

function EnterReading({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [schema, setSchema] = useState<ReturnType<typeof askedOf> | null>(null);
  if (!useMay()(meterReadings.create.can)) return null;
  const save = async (input: Record<string, unknown>) => {
    await call(meterReadings.create, { body: { ...sent.parse(input), vehicleId: vehicle.id } });
    toastDone(t`Saved successfully`);
    for (const { path } of [meterReadings.list, vehicles.list]) void client.invalidateQueries({ queryKey: [path] });
  };
  return (
    <>
      <Button variant="default" onClick={() => setSchema(askedOf(vehicle, thisMinute()))}>
        <Trans>Enter a reading</Trans>
      </Button>
      {schema && (
        <LazyInputDialog
          title={t`What does the meter of ${vehicle.unitNumber} show?`}
          verb={t`Enter`}
          schema={schema}
          draft={[meterReadings.create.path, vehicle.id]}
          onSubmit={save}
          onClose={() => setSchema(null)}
          fields={
            <>
              <Row gap={10} align="end" isTight>
                <Field.Decimal name="enteredValue" label={msg`It shows`} autoFocus />
                <Field.Select name="enteredUnit" label={msg`Unit`} statusStyles={meterUnits} />
              </Row>
              <Field.Select name="meter" />
              <Field.Moment name="readAt" label={msg`Read`} />
              <Field.Text name="note" />
              <Field.Switch
                name="isConfirmed"
                label={msg`It is right, though it is far`}
                help={<Trans>Asked for where it would have driven more than 1500 km a day.</Trans>}
              />
              <Field.Switch
                name="isReplacement"
                label={msg`A new meter begins with it`}
                help={<Trans>The old one was replaced: what it showed does not bind any more.</Trans>}
              />
            </>
          }
        >
          <LastReading of={vehicle} />
        </LazyInputDialog>
      )}
    </>
  );
}

/** What its meter showed last, and when: a typing error is seen beside it. */
function LastReading({ of: vehicle }: { of: Vehicle }) {
  const fmt = useFormat();
  if (vehicle.meterValue === null || vehicle.meterReadAt === null) return null;
  const when = fmt.instant(vehicle.meterReadAt);
  return (
    <Text tone="dim">
      <Trans>
        It showed <MeterValue of={vehicle} /> on {when}.
      </Trans>
    </Text>
  );
}

function Void({ reading }: { reading: MeterReading }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const schema = inputOf(meterReadings.void);
  if (!hasAbility(reading, "void") || !schema) return null;
  const save = async ({ reason }: Record<string, unknown>) => {
    await call(meterReadings.void, { id: reading.id, body: { reason: String(reason) } });
    toastDone(t`Updated successfully`);
    for (const { path } of [meterReadings.list, vehicles.list]) void client.invalidateQueries({ queryKey: [path] });
  };
  return (
    <>
      <Button variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
        <Trans>Void</Trans>
      </Button>
      {isOpen && (
        <LazyInputDialog
          title={t`This reading was wrong?`}
          verb={t`Void`}
          schema={schema}
          draft={[meterReadings.void.path, reading.id]}
          isDangerous
          onSubmit={save}
          onClose={() => setOpen(false)}
        >
          <Trans>It stays to be seen, with your name and the reason, and counts no more.</Trans>
        </LazyInputDialog>
      )}
    </>
  );
}
