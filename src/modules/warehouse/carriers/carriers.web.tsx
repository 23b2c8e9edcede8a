import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf, WordList } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { carrierInput, carriers, type Carrier } from "./carriers.contract.ts";

export const carrierNaming = {
  one: msg`carrier`,
  many: msg`carriers`,
  about: msg`A carrier is who drives goods to your docks, and whom you ask when a truck does not come.`,
};
export const carrierStatusStyles: StatusStyles<Carrier["status"]> = {
  active: "open",
  on_hold: "warn",
  inactive: "ended",
};
const columns = columnsOf<Carrier>((c) => [
  c.link("name"),
  c.code("code"),
  c.badge("status", carrierStatusStyles),
  c.count("openDeliveries"),
  c.custom("modes", { width: 150, grows: 1, cell: ({ modes }) => <WordList>{modes}</WordList> }),
  c.custom("equipment", { width: 150, grows: 1, cell: ({ equipment }) => <WordList>{equipment}</WordList> }),
  c.email("dispatchEmail"),
  c.date("insuranceExpiresOn", { label: msg`Insured until`, width: 120 }),
  c.code("scac", { label: msg`SCAC`, hidden: true }),
]);
export const CarrierPreview = previewOf(columns);

const Field = fieldsOf(carrierInput);
export const CarrierForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" help={<Trans>Short, as people say and type it.</Trans>} />
    <Field.Email name="dispatchEmail" />
    <Field.Phone name="dispatchPhone" />
    <Field.Words name="modes" />
    <Field.Words name="equipment" />
    <Field.Text
      name="scac"
      label={msg`SCAC`}
      help={<Trans>The code of North American carriers, 2 to 4 letters.</Trans>}
    />
    <Field.Date name="insuranceExpiresOn" label={msg`Insured until`} />
    <Field.Textarea name="notes" />
  </>
);

export const CarrierList = () => (
  <ListScreen
    of={carriers}
    naming={carrierNaming}
    columns={columns}
    filters={["status", "modes", "equipment", "insuranceExpiresOn"]}
    form={CarrierForm}
    actions={<ImportButton entity="carrier" can={carriers.create.can} />}
    opens="/warehouse/carriers/details"
  />
);
