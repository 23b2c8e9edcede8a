import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { RelatedList } from "#web/detail/related-list.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { documents, type Document } from "../documents/documents.contract.ts";

const columns = columnsOf<Document>((c) => [
  c.link("typeName", { label: msg`Document` }),
  c.choice("validity", { width: 130 }),
  c.date("expiresOn", { label: msg`Ends` }),
  c.choice("status", { width: 120 }),
  c.count("fileCount", { label: msg`Files`, width: 70 }),
]);

/** The documents of a driver, as far as somebody may see them. */
export function DriverDocuments({ driverId }: { driverId: string }) {
  const { t } = useLingui();
  return (
    <RelatedList
      of={documents}
      title={t`Documents`}
      columns={columns}
      where={{ driverId }}
      opens="/fleet/documents/details"
    />
  );
}
