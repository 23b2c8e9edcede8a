import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMay } from "#web/api/session.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { LazyRecordDrawer } from "#web/form/lazy-drawer.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import type { Naming } from "#web/ui/values/labels.ts";
import { documentTypes } from "../document-types/document-types.contract.ts";
import { documentStatusStyles, validityStyles } from "./document-words.web.ts";
import { documentInput, documents, type DocumentRow } from "./documents.contract.ts";

const naming: Naming = { one: msg`document`, many: msg`documents` };
const columns = columnsOf<DocumentRow>((c) => [
  c.link("typeName", { label: msg`Document` }),
  c.text("title", { label: msg`What it is`, width: 140 }),
  c.badge("validity", validityStyles, { width: 130 }),
  c.date("expiresOn", { label: msg`Ends` }),
  c.badge("status", documentStatusStyles, { width: 120 }),
  c.count("fileCount", { label: msg`Files`, width: 70 }),
]);

const Field = fieldsOf(documentInput);
const DocumentForm = () => (
  <>
    <Field.Reference name="typeId" of={documentTypes} label="name" title={msg`Type`} autoFocus />
    <Field.Text name="title" label={msg`What it is`} />
    <Field.Text name="number" />
    <Field.Text name="issuer" label={msg`Issued by`} />
    <Field.Date name="issuedOn" />
    <Field.Date name="validFrom" help={<Trans>Where it begins later than it was issued.</Trans>} />
    <Field.Date name="expiresOn" help={<Trans>The last day on which it holds.</Trans>} />
  </>
);

type About =
  | { readonly driverId: string }
  | { readonly assetId: string }
  | { readonly tripId: string }
  | { readonly deliveryId: string };

/** The documents of a record on its page, as far as somebody may see them, and the way to enter another one, unless it is over. */
export function DocumentsOf({ about, isOver = false }: { about: About; isOver?: boolean }) {
  const { t } = useLingui();
  const may = useMay();
  const { go } = useAddress();
  const [isNew, setNew] = useState(false);
  if (!may(documents.list.can)) return null;
  const canAdd = may(documents.create.can) && !isOver;
  return (
    <>
      <RelatedList
        of={documents}
        title={t`Documents`}
        columns={columns}
        where={about}
        opens="/fleet/documents/details"
        actions={
          canAdd && (
            <Button variant="subtle" size="compact-sm" onClick={() => setNew(true)}>
              <Trans>Add a document</Trans>
            </Button>
          )
        }
      />
      {canAdd && (
        <LazyRecordDrawer
          of={documents}
          naming={naming}
          form={DocumentForm}
          id={null}
          isNew={isNew}
          start={about}
          onClose={() => setNew(false)}
          onSaved={({ id }) => go({ path: "/fleet/documents/details", search: { id } })}
        />
      )}
    </>
  );
}
