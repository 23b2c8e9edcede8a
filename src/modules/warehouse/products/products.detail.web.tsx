import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { Action } from "#web/detail/action.tsx";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { useMay } from "#web/api/session.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { files } from "../../settings/files/files.contract.ts";
import { PriceHistory } from "../purchase-orders/lines/price-history.web.tsx";
import { purchaseOrders } from "../purchase-orders/purchase-orders.contract.ts";
import { PackageTable, OfferTable } from "./product-tables.web.tsx";
import { priceUnitOf } from "./prices/price-units.web.ts";
import { productInput, productRecord, products, type Product } from "./products.contract.ts";
import { ProductForm, productStatusStyles, productNaming } from "./products.web.tsx";

export function ProductDetail() {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const speak = useWords();
  return (
    <DetailScreen
      of={products}
      naming={productNaming}
      form={ProductForm}
      title={(product) => product.name}
      state={{ of: (product) => product.status, statusStyles: productStatusStyles }}
      summary={(product) => <Code>{product.sku}</Code>}
      strip={(product) => [
        { label: msg`On hand`, value: units.count(product.onHand, { uom: product.baseUom, qtyPerUom: "1" }) },
        { label: "category", value: product.categoryName, sub: product.brand },
        {
          label: msg`GTIN`,
          value: product.gtin && <Code>{product.gtin}</Code>,
          sub: product.manufacturerPartNumber && <Code>{product.manufacturerPartNumber}</Code>,
        },
        { label: msg`Preferred vendor`, value: product.preferredVendorName, sub: <PreferredPrice product={product} /> },
        {
          label: msg`Tracked by`,
          value:
            product.trackingMode === "none"
              ? product.expiryTracked
                ? t`Expiry date`
                : null
              : speak(product.trackingMode),
          sub: product.expiryTracked && product.trackingMode !== "none" ? t`and its expiry date` : null,
        },
        {
          label: "standardCost",
          value:
            product.standardCost === null
              ? null
              : product.standardCostCurrency
                ? fmt.price(product.standardCost, product.standardCostCurrency)
                : fmt.quantity(product.standardCost),
          sub: t`per ${units.name({ uom: product.baseUom, qtyPerUom: "1" })}`,
        },
      ]}
      rail={(product) => <Attachments of={files} entity="product" id={product.id} can={productRecord.files.edit} />}
    >
      {(product) => (
        <>
          {product.steps.includes("withdraw") && (
            <Action of={products.withdraw} confirm={t`Order ${product.name} no more for now?`} />
          )}
          {product.steps.includes("discontinue") && (
            <Action of={products.discontinue} confirm={t`Order ${product.name} never again?`} isDangerous />
          )}
          {product.steps.includes("activate") && <Action of={products.activate} />}
          <PackageTable product={product} />
          <OfferTable product={product} />
          <PricesPaid product={product} />
          <FieldList
            schema={productInput}
            record={product}
            except={[
              "sku",
              "name",
              "baseUom",
              "gtin",
              "brand",
              "manufacturerPartNumber",
              "standardCost",
              "standardCostCurrency",
              "trackingMode",
              "expiryTracked",
              "packages",
              "vendors",
            ]}
            labels={{
              netWeightG: msg`Net weight, g`,
              grossWeightG: msg`Gross weight, g`,
              lengthMm: msg`Length, mm`,
              widthMm: msg`Width, mm`,
              heightMm: msg`Height, mm`,
              shelfLifeDays: msg`Shelf life, days`,
              minRemainingShelfLifeDays: msg`Shelf life left on arrival, days`,
              hazmatUnNumber: msg`UN number`,
              tempMinC: msg`Coldest, °C`,
              tempMaxC: msg`Warmest, °C`,
              overReceiptPct: msg`Over-receipt tolerance, %`,
              inspectionRequired: msg`Inspect on arrival`,
            }}
          />
        </>
      )}
    </DetailScreen>
  );
}

/** For those who may see orders. */
function PricesPaid({ product }: { product: Product }) {
  const may = useMay();
  if (!may(purchaseOrders.priceHistory.can)) return null;
  return (
    <Section title={<Trans>Prices paid</Trans>}>
      <PriceHistory productId={product.id} baseUom={product.baseUom} />
    </Section>
  );
}

function PreferredPrice({ product }: { product: Product }) {
  const fmt = useFormat();
  const units = useUnits();
  const offer = product.vendors.find(({ isPreferred }) => isPreferred);
  if (!offer?.unitPrice) return null;
  const price = offer.currency ? fmt.price(offer.unitPrice, offer.currency) : fmt.quantity(offer.unitPrice);
  return (
    <Trans>
      {price} per {units.name(priceUnitOf(offer) ?? { uom: product.baseUom, qtyPerUom: "1" }, product.baseUom)}
    </Trans>
  );
}
