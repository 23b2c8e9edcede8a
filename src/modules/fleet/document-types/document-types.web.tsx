import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf, WordList } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { StoppedByType } from "./stopped-by-type.web.tsx";
import { documentTypeInput, documentTypes, type DocumentType } from "./document-types.contract.ts";

const naming = {
  one: msg`document type`,
  many: msg`document types`,
  about: msg`A type says what a document is about, when somebody is reminded of its end, and whether nobody drives without it.`,
};
const columns = columnsOf<DocumentType>((c) => [
  c.link("name"),
  c.code("code"),
  c.choice("subject"),
  c.boolean("blocksDispatch", { width: 140 }),
  c.boolean("isRequired", { width: 120 }),
  c.boolean("isConfidential", { width: 120, hidden: true }),
  c.custom("remindDays", {
    label: msg`Reminders, days before`,
    width: 170,
    cell: ({ remindDays }) => <WordList>{remindDays}</WordList>,
  }),
  c.choice("proves", { width: 150, hidden: true }),
  c.count("renewalMonths", { label: msg`Months`, width: 90 }),
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(documentTypeInput);
const DocumentTypeForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" />
    <Field.Select name="subject" label={msg`What it is about`} />
    <Field.Select
      name="proves"
      label={msg`Proves the qualification`}
      help={<Trans>Of documents of drivers: trips that need it ask for one of these.</Trans>}
    />
    <Field.Switch name="requiresExpiry" label={msg`Has an end`} />
    <Field.Words name="remindDays" label={msg`Reminders, days before`} />
    <Field.Switch
      name="blocksDispatch"
      help={
        <Trans>
          Once it has ended, nobody drives, or the vehicle is held, or the asset, the trip or the delivery does not
          leave, until there is a new one.
        </Trans>
      }
    />
    <Field.Switch name="isRequired" help={<Trans>Without one, nobody and nothing leaves either.</Trans>} />
    <StoppedByType />
    <Field.Switch name="isConfidential" help={<Trans>Only who may see the papers of drivers sees it.</Trans>} />
    <Field.Number name="renewalMonths" label={msg`Usually renewed for`} unit="mo" />
    <Field.Switch name="isActive" />
  </>
);

export const DocumentTypeList = () => (
  <ListScreen
    of={documentTypes}
    naming={naming}
    columns={columns}
    filters={["subject", "isActive"]}
    form={DocumentTypeForm}
  />
);
