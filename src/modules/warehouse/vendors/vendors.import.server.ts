import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import { keyOf, plainFields, savedRows, writeRows, type ImportTable } from "#server/records/import-table.ts";
import type { Importer } from "#server/records/importer.ts";
import { activeCurrencies } from "../products/import-lookups.server.ts";
import { endFormerAddresses } from "./former-addresses.server.ts";
import { vendorInput } from "./vendors.contract.ts";

const { contacts: _contacts, ...fields } = vendorInput.shape;

const table: ImportTable = {
  table: "vendors",
  match: sql`(select id from vendors where company_id = current_company() and code_key = ${keyOf(sql`g.v ->> 'code'`)})`,
  fields: {
    ...plainFields(...Object.keys(fields)),
    currency: {
      write: sql`coalesce(g.v ->> 'currency', (select default_currency from companies where id = current_company()))`,
    },
  },
};

/** Vendors by their code. Without a currency column they get the company's. */
export const vendorImporter: Importer = {
  entity: "vendor",
  title: "Vendors",
  can: "CAN_EDIT_VENDORS",
  key: "code",
  fields: [
    {
      name: "code",
      label: "Code",
      kind: "text",
      required: true,
      aliases: ["supplierid", "vendorid", "vendorcode", "number", "id"],
    },
    {
      name: "name",
      label: "Name",
      kind: "text",
      required: true,
      aliases: ["companyname", "supplier", "suppliername", "vendor", "vendorname"],
    },
    {
      name: "orderEmail",
      label: "Order e-mail",
      kind: "text",
      aliases: ["email", "mail", "e-mail"],
      hint: "Orders are mailed here",
    },
    { name: "phone", label: "Phone", kind: "text", aliases: ["telephone", "tel"] },
    { name: "website", label: "Website", kind: "text", aliases: ["homepage", "url"] },
    { name: "taxId", label: "Tax id", kind: "text", aliases: ["vat", "vatid"] },
    { name: "addressLine1", label: "Address", kind: "text", aliases: ["street", "address1"] },
    { name: "addressLine2", label: "Address, second line", kind: "text", aliases: ["address2"] },
    { name: "city", label: "City", kind: "text", aliases: ["town"] },
    { name: "region", label: "Region", kind: "text", aliases: ["state", "province"] },
    { name: "postalCode", label: "Postal code", kind: "text", aliases: ["zip", "zipcode", "postcode"] },
    { name: "countryCode", label: "Country", kind: "country", aliases: ["countrycode"] },
    {
      name: "currency",
      label: "Currency",
      kind: "text",
      aliases: ["currencycode"],
      hint: "The company's currency where it is not given",
    },
    {
      name: "paymentTermsDays",
      label: "Payment terms, days",
      kind: "integer",
      aliases: ["paymentterms", "terms", "zahlungsziel"],
    },
    { name: "leadTimeDays", label: "Lead time, days", kind: "integer", aliases: ["leadtime"] },
    {
      name: "minOrderTotal",
      label: "Smallest order",
      kind: "decimal",
      currencyIn: "currency",
      aliases: ["minordertotal", "minimumorder", "mindestbestellwert"],
    },
    { name: "incoterm", label: "Incoterm", kind: "text", aliases: ["incoterms", "lieferbedingung"] },
    { name: "incotermPlace", label: "Incoterm place", kind: "text" },
    { name: "freightTerms", label: "Freight terms", kind: "text" },
    { name: "overReceiptPct", label: "Over receipt, %", kind: "decimal", isPercent: true, aliases: ["overreceipt"] },
    { name: "reminderDaysBeforeDue", label: "Reminder, days before due", kind: "integer", aliases: ["reminder"] },
    { name: "notes", label: "Notes", kind: "text", aliases: ["remarks", "comment"] },
  ],
  row: vendorInput.extend(fields).omit({ contacts: true }).partial({ currency: true }),
  async check(ctx, rows) {
    const codes = await activeCurrencies(ctx);
    return new Map(
      rows.flatMap(({ rowNo, value }) =>
        value["currency"] === undefined || codes.has(String(value["currency"]))
          ? []
          : [
              [
                rowNo,
                { currency: message("There is no currency {code}.", { code: String(value["currency"]) }) },
              ] as const,
            ],
      ),
    );
  },
  saved: (ctx, rows) => savedRows(ctx, table, rows),
  async apply(ctx, rows) {
    const applied = await writeRows(ctx, table, rows);
    const known = applied.filter(({ created }) => !created);
    await endFormerAddresses(
      ctx,
      known.map(({ id }) => id),
    );
    return applied;
  },
};
