import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMay } from "#web/api/session.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { LazyRecordDrawer } from "#web/form/lazy-drawer.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { Code } from "#web/ui/values/values.tsx";
import type { Naming } from "#web/ui/values/labels.ts";
import { validityStyles } from "./licence-list.web.tsx";
import {
  driverQualificationInput,
  driverQualifications,
  type DriverQualification,
} from "../driver-qualifications/driver-qualifications.contract.ts";

const naming: Naming = { one: msg`qualification`, many: msg`qualifications` };

const Field = fieldsOf(driverQualificationInput);
const QualificationForm = () => (
  <>
    <Field.Select name="kind" autoFocus />
    <Field.Text name="title" label={msg`What it is`} />
    <Field.Text
      name="number"
      help={<Trans>Kept sealed. When you change a qualification, leave it empty to keep the number.</Trans>}
    />
    <Field.Text name="issuer" label={msg`Issued by`} />
    <Field.Date name="validFrom" />
    <Field.Date name="expiresOn" />
  </>
);

const columns = (change: (id: string) => void, canChange: boolean) =>
  columnsOf<DriverQualification>((c) => [
    c.choice("kind", { width: 150 }),
    c.text("title", { label: msg`What it is`, width: 150 }),
    c.custom("numberEnd", {
      label: msg`Number`,
      width: 90,
      cell: ({ numberEnd }) => (numberEnd === null ? <Nothing /> : <Code>{`…${numberEnd}`}</Code>),
    }),
    c.date("expiresOn"),
    c.badge("validity", validityStyles, { width: 130 }),
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

/** What a driver has learned and was examined for, for those who may see it. */
export function QualificationList({ driverId }: { driverId: string }) {
  const { t } = useLingui();
  const may = useMay();
  const [changing, setChanging] = useState<string | null>(null);
  const [isNew, setNew] = useState(false);
  const canAdd = may(driverQualifications.create.can);
  return (
    <>
      <RelatedList
        of={driverQualifications}
        title={t`Qualifications`}
        columns={columns(setChanging, canAdd)}
        where={{ driverId }}
        actions={
          canAdd && (
            <Button variant="subtle" size="compact-sm" onClick={() => setNew(true)}>
              <Trans>Add a qualification</Trans>
            </Button>
          )
        }
      />
      {canAdd && (
        <LazyRecordDrawer
          of={driverQualifications}
          naming={naming}
          form={QualificationForm}
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
