import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { stateStyles } from "#web/ui/status/state-names.ts";
import type { Naming } from "#web/ui/values/labels.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { ExportButton } from "#web/list/export-button.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import type { BulkSteps } from "#web/list/selection-steps.tsx";
import { ConfirmUnitsButton } from "./prices/confirm-units-button.web.tsx";
import { productCategories } from "../product-categories/product-categories.contract.ts";
import { vendors } from "../vendors/vendors.contract.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { productInput, products, type Product } from "./products.contract.ts";

export const productNaming: Naming = {
  one: msg`product`,
  many: msg`products`,
  about: msg`A product is what you order, count and store. Add the first by hand, or bring your catalogue as a spreadsheet.`,
};
export const productStatusStyles: StatusStyles<Product["status"]> = stateStyles("product_statuses", {
  draft: "draft",
  active: "open",
  discontinued: "ended",
});

const { activate, withdraw, discontinue } = products;
const bulk: BulkSteps<Product> = {
  routes: { activate, withdraw, discontinue },
  words: { discontinue: { isDangerous: true } },
};

const columns = columnsOf<Product>((c) => [
  c.code("sku", { label: msg`SKU`, width: 130 }),
  c.link("name"),
  c.text("categoryName", { label: msg`Category`, width: 150 }),
  c.badge("status", productStatusStyles, { width: 130 }),
  {
    ...c.custom("onHand", { width: 120, align: "end", cell: (product) => <OnHand product={product} /> }),
    part: "figure", // of a phone's row
  },
  c.text("preferredVendorName", { label: msg`Preferred vendor`, width: 172 }),
  c.code("gtin", { label: msg`GTIN`, width: 136 }),
  c.text("brand", { hidden: true }),
  c.code("manufacturerPartNumber", { label: msg`Part number of its maker`, hidden: true }),
  c.text("countryOfOrigin", { label: msg`Country of origin`, width: 120, hidden: true }),
  c.boolean("inspectionRequired", { label: msg`Inspection`, width: 150, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const ProductPreview = previewOf(columns);

const Field = fieldsOf(productInput);
export const ProductForm = () => (
  <>
    <Field.Text name="sku" label={msg`SKU`} autoFocus />
    <Field.Text name="name" />
    <Field.Reference name="categoryId" of={productCategories} label="name" />
    <Field.Listed name="baseUom" label={msg`Base unit`} />
    <Field.Text name="gtin" label={msg`GTIN`} help={<Trans>The number under the bar code of one piece.</Trans>} />
    <Field.Text name="brand" />
    <Field.Text name="manufacturerPartNumber" label={msg`Part number of its maker`} />
    <Field.Textarea name="description" />
    <Packages />
    <Offers />
    <Field.Select name="trackingMode" label={msg`Tracked by`} />
    <Field.Switch name="expiryTracked" label={msg`Has an expiry date`} />
    <Field.Number name="shelfLifeDays" label={msg`Shelf life`} unit="d" />
    <Field.Number name="minRemainingShelfLifeDays" label={msg`Shelf life left on arrival, at least`} unit="d" />
    <Field.Switch name="inspectionRequired" label={msg`Inspect on arrival`} />
    <Field.Decimal name="overReceiptPct" label={msg`Over-receipt tolerance`} unit="%" />
    <Field.Number name="netWeightG" label={msg`Net weight`} unit="g" />
    <Field.Number name="grossWeightG" label={msg`Gross weight`} unit="g" />
    <Field.Number name="lengthMm" label={msg`Length`} unit="mm" />
    <Field.Number name="widthMm" label={msg`Width`} unit="mm" />
    <Field.Number name="heightMm" label={msg`Height`} unit="mm" />
    <Field.Decimal name="tempMinC" label={msg`Coldest`} unit="°C" />
    <Field.Decimal name="tempMaxC" label={msg`Warmest`} unit="°C" />
    <Field.Text
      name="hazmatUnNumber"
      label={msg`UN number`}
      help={<Trans>Only for dangerous goods, like UN1993.</Trans>}
    />
    <Field.Text name="countryOfOrigin" label={msg`Country of origin`} />
    <Field.Decimal name="standardCost" />
    <Field.Listed name="standardCostCurrency" label={msg`Its currency`} />
  </>
);

const Packages = () => (
  <Field.Lines
    name="packages"
    one={msg`package`}
    help={<Trans>Larger sizes of the same goods: a case, a pallet.</Trans>}
  >
    {(Row) => (
      <>
        <Row.Listed name="uom" label={msg`Unit`} />
        <Row.Decimal name="quantityInBase" label={msg`Holds, in base units`} />
        <Row.Text name="gtin" label={msg`GTIN`} />
        <Row.Number name="grossWeightG" label={msg`Gross weight`} unit="g" />
        <Row.Number name="lengthMm" label={msg`Length`} unit="mm" />
        <Row.Number name="widthMm" label={msg`Width`} unit="mm" />
        <Row.Number name="heightMm" label={msg`Height`} unit="mm" />
        <Row.Switch name="isPurchaseDefault" label={msg`Ordered in this size`} />
      </>
    )}
  </Field.Lines>
);

const Offers = () => (
  <Field.Lines name="vendors" one={msg`vendor`}>
    {(Row) => (
      <>
        <Row.Reference name="vendorId" of={vendors} label="name" />
        <Row.Text name="vendorSku" label={msg`Their SKU`} />
        <Row.Text name="vendorProductName" label={msg`Their name for it`} />
        <Row.Listed name="packageUom" label={msg`Ordered in`} />
        <Row.Decimal name="qtyPerUom" label={msg`Base units in one`} />
        <Row.Decimal name="unitPrice" label={msg`Price`} />
        <Row.Listed name="currency" />
        <Row.Listed
          name="priceUom"
          label={msg`Price is for one`}
          help={<Trans>Left empty: for what is ordered, or for what this vendor’s price was for before.</Trans>}
        />
        <Row.Decimal name="priceQtyPerUom" label={msg`Base units that price is for`} />
        <Row.Decimal name="minOrderQty" label={msg`Order at least`} />
        <Row.Decimal name="orderMultiple" label={msg`In multiples of`} />
        <Row.Number name="leadTimeDays" label={msg`Lead time`} unit="d" />
        <Row.Date name="validFrom" label={msg`Price from`} />
        <Row.Date name="validTo" label={msg`Price until`} />
        <Row.Switch name="isPreferred" label={msg`Preferred vendor`} />
      </>
    )}
  </Field.Lines>
);

export const ProductList = () => (
  <ListScreen
    of={products}
    naming={productNaming}
    columns={columns}
    filters={[
      "status",
      { name: "categoryId", of: productCategories, field: "name", label: msg`Category` },
      { name: "vendorId", of: vendors, field: "name", label: msg`Vendor` },
      "priceUnitNotConfirmed",
    ]}
    bulk={bulk}
    form={ProductForm}
    actions={
      <>
        <ConfirmUnitsButton />
        <ExportButton route={products.exportPrices} query={{ values: "words" }}>
          <Trans>Prices</Trans>
        </ExportButton>
        <ImportButton entity="price-list" can={products.update.can} label={msg`Import prices`} visibleFrom="sm" />
        <ImportButton entity="opening-stock" can="CAN_ENTER_OPENING_STOCK" label={msg`Import stock`} visibleFrom="lg" />
        <ImportButton entity="product" can={products.create.can} />
      </>
    }
    opens="/warehouse/products/details"
  />
);

/** What is in stock, in the product's own unit. */
function OnHand({ product: { onHand, baseUom } }: { product: Product }) {
  const units = useUnits();
  return units.count(onHand, { uom: baseUom, qtyPerUom: "1" });
}
