import { sql } from "kysely";
import { message } from "#shared/contract/problem.ts";
import { type Applied, type Importer } from "#server/records/importer.ts";
import { endFormerAddresses } from "./former-addresses.server.ts";
import { vendorInput } from "./vendors.contract.ts";

const { contacts: _contacts, ...fields } = vendorInput.shape;

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
    { name: "paymentTermsDays", label: "Payment terms, days", kind: "integer", aliases: ["paymentterms", "terms"] },
    { name: "leadTimeDays", label: "Lead time, days", kind: "integer", aliases: ["leadtime"] },
    {
      name: "minOrderTotal",
      label: "Smallest order",
      kind: "decimal",
      aliases: ["minordertotal", "minimumorder", "mindestbestellwert"],
    },
    { name: "notes", label: "Notes", kind: "text", aliases: ["remarks", "comment"] },
  ],
  row: vendorInput.extend(fields).omit({ contacts: true }).partial({ currency: true }),
  async check(ctx, rows) {
    const { rows: known } = await sql<{ code: string }>`select code from currencies where is_active`.execute(ctx.db);
    const codes = new Set(known.map(({ code }) => code));
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
  async apply(ctx, values) {
    const columns = [
      "order_email",
      "phone",
      "website",
      "tax_id",
      "address_line1",
      "address_line2",
      "city",
      "region",
      "postal_code",
      "country_code",
      "payment_terms_days",
      "lead_time_days",
      "min_order_total",
      "notes",
    ] as const;
    const json = JSON.stringify(values.map((value) => ({ ...value, mapped: value["mapped"] ?? [] })));
    const camel = (column: string) => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    // A column that the file does not have leaves what is saved as it is.
    const { rows } = await sql<Applied>`
      with given as (
        select v, v ->> 'code' as code, v ->> 'name' as name, coalesce(v ->> 'currency', (select default_currency
          from companies where id = current_company())) as currency, v -> 'mapped' as mapped
        from jsonb_array_elements(${json}::jsonb) as v
      )
      insert into vendors (code, name, currency, ${sql.join(columns.map((column) => sql.ref(column)))})
      select code, name, currency,
        ${sql.join(columns.map((column) => sql`(v ->> ${sql.lit(camel(column))})::${column === "min_order_total" ? sql`numeric` : column.endsWith("_days") ? sql`integer` : sql`text`}`))} from given
      on conflict (company_id, lower(code)) do update set name = excluded.name,
        currency = case when (select mapped ? 'currency' from given g
          where lower(g.code) = lower(excluded.code)) then excluded.currency else vendors.currency end,
        ${sql.join(columns.map((column) => sql`${sql.ref(column)} = coalesce(excluded.${sql.ref(column)}, vendors.${sql.ref(column)})`))},
        version = vendors.version + 1, updated_at = now(), archived_at = null
      returning id, code as key, xmax = 0 as created`.execute(ctx.db);
    await endFormerAddresses(
      ctx,
      rows.filter(({ created }) => !created).map(({ id }) => id),
    );
    return rows;
  },
};
