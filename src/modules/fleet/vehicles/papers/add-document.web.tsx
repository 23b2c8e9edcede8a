import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useMay } from "#web/api/session.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { LazyRecordDrawer } from "#web/form/lazy-drawer.tsx";
import { useAddress } from "#web/list/data/address.ts";
import type { Naming } from "#web/ui/values/labels.ts";
import { documentTypes } from "../../document-types/document-types.contract.ts";
import { documentInput, documents } from "../../documents/documents.contract.ts";
import { vehicles } from "../vehicles.contract.ts";

const naming: Naming = { one: msg`document`, many: msg`documents` };

const Field = fieldsOf(documentInput);
const VehicleDocumentForm = () => (
  <>
    <Field.Reference name="typeId" of={documentTypes} label="name" title={msg`Type`} autoFocus />
    <Field.Reference name="vehicleId" of={vehicles} label="unitNumber" title={msg`Vehicle`} />
    <Field.Text name="number" />
    <Field.Text name="issuer" label={msg`Issued by`} />
    <Field.Date name="issuedOn" />
    <Field.Date name="validFrom" help={<Trans>Where it begins later than it was issued.</Trans>} />
    <Field.Date name="expiresOn" help={<Trans>The last day on which it holds.</Trans>} />
  </>
);

/** Enters a document of a vehicle from its page, and goes on to it, where its scan is uploaded. */
export function AddDocument({ vehicleId }: { vehicleId: string }) {
  const may = useMay();
  const { go } = useAddress();
  const [isNew, setNew] = useState(false);
  if (!may(documents.create.can)) return null;
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setNew(true)}>
        <Trans>Add a document</Trans>
      </Button>
      <LazyRecordDrawer
        of={documents}
        naming={naming}
        form={VehicleDocumentForm}
        id={null}
        isNew={isNew}
        start={{ vehicleId }}
        onClose={() => setNew(false)}
        onSaved={({ id }) => go({ path: "/fleet/documents/details", search: { id } })}
      />
    </>
  );
}
