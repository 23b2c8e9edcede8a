import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Looks } from "#web/blocks/chip.tsx";
import { Action } from "#web/detail/action.tsx";
import { Attachments } from "#web/detail/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { Facts } from "#web/detail/facts.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { fieldsOf } from "#web/form/fields.tsx";
import { columnsOf } from "#web/list/columns.tsx";
import { ImportButton } from "#web/list/import-button.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { purchaseOrders, type PurchaseOrder } from "../purchase-orders/purchase-orders.contract.ts";
import { documents, documentSubjects } from "../../settings/documents/documents.contract.ts";
import { vendorInput, vendors, type Vendor } from "./vendors.contract.ts";

const naming = { one: msg`vendor`, many: msg`vendors`, about: msg`A vendor is who you buy from. Add the first by hand, or bring your list as a spreadsheet.` };
const looks: Looks<Vendor["status"]> = { active: "open", on_hold: "warn", inactive: "ended" };
const columns = columnsOf<Vendor>((c) => [
  c.link("name"),
  c.code("code"),
  c.badge("status", looks),
  c.count("openOrders"),
  c.email("orderEmail"),
  c.text("city"),
  c.text("currency", { width: 90 }),
  c.count("leadTimeDays", { label: msg`Lead time, days`, width: 120, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
const orderColumns = columnsOf<PurchaseOrder>((c) => [c.number("number", { label: msg`Order` }), c.choice("status"), c.date("requestedDate", { label: msg`Needed by` }), c.money("total", { currency: "currency" })]);

const Field = fieldsOf(vendorInput);
const VendorForm = () => (
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

export const VendorList = () => <ListScreen of={vendors} naming={naming} columns={columns} filters={["status"]} form={VendorForm} actions={<ImportButton entity="vendor" can={vendors.create.can} />} opens="/warehouse/vendors/details" />;

export function VendorDetail() {
  const { t } = useLingui();
  return (
    <DetailScreen
      of={vendors}
      naming={naming}
      form={VendorForm}
      title={(vendor) => vendor.name}
      state={{ of: (vendor) => vendor.status, looks }}
      summary={(vendor) => vendor.holdReason}
      strip={(vendor) => [
        { label: "code", value: vendor.code },
        { label: msg`E-mail for orders`, value: vendor.orderEmail, sub: vendor.phone },
        { label: "openOrders", value: vendor.openOrders },
        { label: msg`Terms`, value: vendor.incoterm && `${vendor.incoterm} ${vendor.incotermPlace ?? ""}`, sub: vendor.paymentTermsDays !== null && t`${vendor.paymentTermsDays} days net` },
        { label: msg`Lead time`, value: vendor.leadTimeDays !== null && t`${vendor.leadTimeDays} days` },
        { label: msg`Place`, value: vendor.city, sub: vendor.countryCode },
      ]}
      rail={(vendor) => <Attachments of={documents} entity="vendor" id={vendor.id} can={documentSubjects.vendor.edit} />}
    >
      {(vendor) => (
        <>
          {vendor.status === "active" ? <Action of={vendors.hold} confirm={t`Order nothing more from ${vendor.name} for now?`} /> : <Action of={vendors.activate} />}
          <Facts
            schema={vendorInput}
            record={vendor}
            except={["name", "code", "orderEmail", "phone"]}
            labels={{ paymentTermsDays: msg`Payment terms, days`, leadTimeDays: msg`Lead time, days`, minOrderTotal: msg`Smallest order`, overReceiptPct: msg`Over-receipt tolerance, %`, taxId: msg`Tax number` }}
          />
          <RelatedList of={purchaseOrders} title={t`Purchase orders`} columns={orderColumns} where={{ vendorId: vendor.id }} opens="/warehouse/purchase-orders/details" />
        </>
      )}
    </DetailScreen>
  );
}
