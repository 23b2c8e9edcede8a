import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { LazyRecordDrawer } from "#web/form/lazy-drawer.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import type { Naming } from "#web/ui/values/labels.ts";
import { driverLicenceInput, driverLicences, type DriverLicence } from "../driver-licences/driver-licences.contract.ts";
import { LicenceSteps } from "./licence-steps.web.tsx";
import { SealedNumber } from "./sealed-number.web.tsx";

const naming: Naming = { one: msg`licence`, many: msg`licences` };
export const validityStyles: StatusStyles<DriverLicence["validity"]> = {
  not_yet_valid: "draft",
  valid: "open",
  expiring: "warn",
  expired: "bad",
};
const statusStyles: StatusStyles<DriverLicence["status"]> = { pending: "wait", verified: "done", rejected: "bad" };

const Field = fieldsOf(driverLicenceInput);
const LicenceForm = () => (
  <>
    <Field.Text
      name="number"
      autoFocus
      help={<Trans>Kept sealed. When you change a licence, leave it empty to keep the number.</Trans>}
    />
    <Field.Text name="issuingCountry" label={msg`Country code`} />
    <Field.Text name="issuingAuthority" label={msg`Issued by`} />
    <Field.Date name="issuedOn" />
    <Field.Date name="expiresOn" label={msg`Card expires on`} />
    <Field.Lines name="classes" one={msg`class`}>
      {(Row) => (
        <>
          <Row.Select name="class" />
          <Row.Date name="validFrom" />
          <Row.Date name="expiresOn" />
          <Row.Text name="restrictions" label={msg`Restrictions, as coded`} />
        </>
      )}
    </Field.Lines>
  </>
);

const columns = (change: (id: string) => void) =>
  columnsOf<DriverLicence>((c) => [
    c.custom("classes", {
      label: msg`Classes`,
      width: 220,
      grows: 1,
      cell: ({ classes }) => <Classes held={classes} />,
    }),
    c.custom("numberEnd", {
      label: msg`Number`,
      width: 150,
      cell: ({ id, numberEnd }) => <SealedNumber end={numberEnd} read={() => call(driverLicences.number, { id })} />,
    }),
    c.date("expiresOn"),
    c.badge("validity", validityStyles, { width: 130 }),
    c.badge("status", statusStyles, { width: 120 }),
    c.text("enteredByName", { label: msg`Entered by`, width: 130 }),
    c.custom("steps", {
      label: msg`Steps`,
      width: 210,
      align: "end",
      cell: (licence) => <LicenceSteps licence={licence} onChange={() => change(licence.id)} />,
    }),
  ]);

/** Each class with the day on which it ends. */
function Classes({ held }: { held: readonly { class: string; expiresOn: string }[] }) {
  return held.map(({ class: name, expiresOn }, at) => (
    <span key={name} title={expiresOn}>
      {at > 0 && ", "}
      {name}
    </span>
  ));
}

/** The licences of a driver, for those who may see them: entered here, and verified by somebody else. */
export function LicenceList({ driverId }: { driverId: string }) {
  const { t } = useLingui();
  const may = useMay();
  const [changing, setChanging] = useState<string | null>(null);
  const [isNew, setNew] = useState(false);
  const canAdd = may(driverLicences.create.can);
  return (
    <>
      <RelatedList
        of={driverLicences}
        title={t`Licences`}
        columns={columns(setChanging)}
        where={{ driverId }}
        none={<Trans>None is entered: they may not drive yet.</Trans>}
        actions={
          canAdd && (
            <Button variant="subtle" size="compact-sm" onClick={() => setNew(true)}>
              <Trans>Add a licence</Trans>
            </Button>
          )
        }
      />
      {canAdd && (
        <LazyRecordDrawer
          of={driverLicences}
          naming={naming}
          form={LicenceForm}
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
