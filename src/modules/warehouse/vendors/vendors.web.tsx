import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { vendorInput, vendors, type Vendor } from "./vendors.contract.ts";

export const vendorNaming = {
  one: msg`vendor`,
  many: msg`vendors`,
  about: msg`A vendor is who you buy from. Add the first by hand, or bring your list as a spreadsheet.`,
};
export const vendorStatusStyles: StatusStyles<Vendor["status"]> = stateStyles("vendor_statuses", {
  active: "open",
  on_hold: "warn",
  inactive: "ended",
});
const columns = columnsOf<Vendor>((c) => [
  c.link("name"),
  c.code("code", { width: 96 }),
  c.badge("status", vendorStatusStyles, { width: 116 }),
  c.count("openOrders"),
  { ...c.email("orderEmail"), width: 240 },
  c.text("city"),
  c.text("currency", { width: 90 }),
  c.count("leadTimeDays", { label: msg`Lead time, days`, width: 120, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const VendorPreview = previewOf(columns);
const Field = fieldsOf(vendorInput);
export const VendorForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" help={<Trans>Short, as people say and type it.</Trans>} />
    <Field.Email name="orderEmail" label={msg`E-mail for orders`} />
    <Field.Phone name="phone" />
    <Field.Listed name="currency" />
    <Field.Number name="leadTimeDays" label={msg`Lead time`} unit="d" />
    <Field.Number name="paymentTermsDays" label={msg`Payment terms`} unit="d" />
    <Field.Decimal name="minOrderTotal" label={msg`Smallest order`} />
    <Field.Select name="incoterm" />
    <Field.Text name="incotermPlace" />
    <Field.Select name="freightTerms" />
    <Field.Decimal name="overReceiptPct" label={msg`Over-receipt tolerance`} unit="%" />
    <Field.Number name="reminderDaysBeforeDue" label={msg`Reminder before due`} unit="d" />
    <Field.Text name="addressLine1" label={msg`Address`} />
    <Field.Text name="addressLine2" label={msg`Address, second line`} />
    <Field.Text name="postalCode" />
    <Field.Text name="city" />
    <Field.Text name="region" />
    <Field.Text name="countryCode" label={msg`Country code`} />
    <Field.Text name="taxId" label={msg`Tax number`} />
    <Field.Text name="website" />
    <Field.Textarea name="notes" />
    <Field.Lines name="contacts" one={msg`contact`}>
      {(Row) => (
        <>
          <Row.Text name="name" />
          <Row.Text name="role" />
          <Row.Email name="email" label={msg`E-mail`} />
          <Row.Phone name="phone" />
          <Row.Switch name="receivesOrders" />
          <Row.Switch name="isPrimary" label={msg`First contact`} />
        </>
      )}
    </Field.Lines>
  </>
);

export const VendorList = () => (
  <ListScreen
    of={vendors}
    naming={vendorNaming}
    columns={columns}
    filters={["status"]}
    form={VendorForm}
    actions={<ImportButton entity="vendor" can={vendors.create.can} />}
    opens="/warehouse/vendors/details"
  />
);
