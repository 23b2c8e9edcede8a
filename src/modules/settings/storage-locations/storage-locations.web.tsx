import { msg } from "@lingui/core/macro";
import { useWords } from "#web/ui/values/labels.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ImportButton } from "../imports/import-button.web.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { locations } from "../locations/locations.contract.ts";
import { storageLocationInput, storageLocations, type StorageLocation } from "./storage-locations.contract.ts";

const naming = {
  one: msg`bin`,
  many: msg`bins`,
  about: msg`A bin is a shelf or a place on the floor where goods are put.`,
};
const columns = columnsOf<StorageLocation>((c) => [
  c.link("code"),
  c.text("locationName", { label: msg`Location`, width: 220 }),
  c.custom("kind", { width: 140, cell: ({ kind }) => <Kind of={kind} /> }),
  c.code("barcode", { label: msg`Bar code`, width: 200 }),
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);

function Kind({ of }: { of: string }) {
  return useWords()(of);
}

const Field = fieldsOf(storageLocationInput);
const StorageLocationForm = () => (
  <>
    <Field.Reference name="locationId" of={locations} label="name" />
    <Field.Text name="code" autoFocus />
    <Field.Select name="kind" />
    <Field.Text name="barcode" label={msg`Bar code`} />
    <Field.Switch name="isActive" />
  </>
);

export const StorageLocationList = () => (
  <ListScreen
    of={storageLocations}
    naming={naming}
    columns={columns}
    filters={[{ name: "locationId", of: locations, field: "name", label: msg`Location` }, "kind", "isActive"]}
    form={StorageLocationForm}
    actions={<ImportButton entity="storage-location" can={storageLocations.create.can} />}
  />
);
