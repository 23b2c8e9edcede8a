import { Trans, useLingui } from "@lingui/react/macro";
import { Chip } from "#web/ui/status/chip.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { packNow, type Unit } from "#shared/format/units.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code, Quantity } from "#web/ui/values/values.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { Table } from "#web/ui/layout/table.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { ConfirmUnitsButton } from "./prices/confirm-units-button.web.tsx";
import { orderUnitOf, priceUnitOf } from "./prices/price-units.web.ts";
import type { Product } from "./products.contract.ts";

/** The larger sizes of a product, the one that is ordered marked. */
export function PackageTable({ product }: { product: Product }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  if (product.packages.length === 0) return null;
  return (
    <Section title={<Trans>Packages</Trans>}>
      <Table label={t`Packages`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Unit</Trans>
            </th>
            <th scope="col" data-align="end">
              <Trans>Holds</Trans>
            </th>
            <th scope="col">
              <Trans>GTIN</Trans>
            </th>
            <th scope="col" data-align="end">
              <Trans>Size, mm</Trans>
            </th>
            <th scope="col" data-align="end">
              <Trans>Gross weight, g</Trans>
            </th>
            <th scope="col">
              <Trans>Use</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {product.packages.map((size) => (
            <tr key={`${size.uom} ${size.quantityInBase}`}>
              <td>{units.name({ uom: size.uom, qtyPerUom: "1" })}</td>
              <td data-align="end">{units.count(size.quantityInBase, { uom: product.baseUom, qtyPerUom: "1" })}</td>
              <td>{size.gtin ? <Code>{size.gtin}</Code> : <Nothing />}</td>
              <td data-align="end">
                {size.lengthMm !== null && size.widthMm !== null && size.heightMm !== null ? (
                  [size.lengthMm, size.widthMm, size.heightMm].map((side) => fmt.quantity(side)).join(" × ")
                ) : (
                  <Nothing />
                )}
              </td>
              <td data-align="end">
                <Quantity value={size.grossWeightG} />
              </td>
              <td>
                {size.isPurchaseDefault ? (
                  <Chip icon="done" tone="n" look="bare">
                    <Trans>Ordered in this size</Trans>
                  </Chip>
                ) : (
                  <Nothing />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

/** Who sells the product, at what price and how soon; the preferred vendor first. */
export function OfferTable({ product }: { product: Product }) {
  const { t } = useLingui();
  const offers = product.vendors.toSorted((a, b) => Number(b.isPreferred) - Number(a.isPreferred));
  return (
    <Section
      title={
        <>
          <Trans>Vendors and prices</Trans>
          <ConfirmUnitsButton productId={product.id} />
        </>
      }
    >
      {offers.length === 0 ? (
        <Text as="p" tone="dim">
          <Trans>No vendor yet. Edit the product to say who sells it, and for how much.</Trans>
        </Text>
      ) : (
        <Table label={t`Vendors and prices`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Vendor</Trans>
              </th>
              <th scope="col">
                <Trans>Their SKU</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>Price</Trans>
              </th>
              <th scope="col">
                <Trans>Price is for one</Trans>
              </th>
              <th scope="col">
                <Trans>Ordered in</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>Order at least</Trans>
              </th>
              <th scope="col" data-align="end">
                <Trans>Lead time</Trans>
              </th>
              <th scope="col">
                <Trans>Price holds</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {offers.map((offer) => (
              <Offer key={offer.vendorId} offer={offer} product={product} />
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

function Offer({ offer, product }: { offer: Product["vendors"][number]; product: Product }) {
  const fmt = useFormat();
  const units = useUnits();
  const { baseUom } = product;
  const price = priceUnitOf(offer);
  const ordered = orderUnitOf(offer, product);
  return (
    <tr>
      <td>
        <a href={recordHref("/warehouse/vendors/details", offer.vendorId)}>{offer.vendorName}</a>
        {offer.isPreferred && (
          <>
            {" "}
            <Chip icon="done" tone="n" look="bare">
              <Trans>Preferred</Trans>
            </Chip>
          </>
        )}
      </td>
      <td>{offer.vendorSku ? <Code>{offer.vendorSku}</Code> : <Nothing />}</td>
      <td data-align="end">
        {offer.unitPrice === null ? (
          <Nothing />
        ) : offer.currency ? (
          fmt.price(offer.unitPrice, offer.currency)
        ) : (
          fmt.quantity(offer.unitPrice)
        )}
      </td>
      <td>
        {price ? units.name(price, baseUom) : <Nothing />}{" "}
        {price && !offer.isUnitConfirmed && (
          <Chip icon="warn" look="bare">
            <Trans>unit not confirmed</Trans>
          </Chip>
        )}
        {price && <PackNow unit={price} offer={offer} product={product} />}
      </td>
      <td>{units.name(ordered, baseUom)}</td>
      <td data-align="end">
        {offer.minOrderQty === null ? <Nothing /> : units.count(offer.minOrderQty, ordered, baseUom)}
      </td>
      <td data-align="end">{offer.leadTimeDays === null ? <Nothing /> : <Trans>{offer.leadTimeDays} d</Trans>}</td>
      <td>
        <Validity from={offer.validFrom} to={offer.validTo} />
      </td>
    </tr>
  );
}

/** Where the product's pack is another one now: the price stays for the one that it was given for. */
function PackNow({ unit, offer, product }: { unit: Unit; offer: Product["vendors"][number]; product: Product }) {
  const units = useUnits();
  const sizes = product.packages.map(({ uom, quantityInBase }) => ({ uom, qtyPerUom: quantityInBase }));
  const own = offer.packageUom === null ? [] : [{ uom: offer.packageUom, qtyPerUom: offer.qtyPerUom }];
  const pack = packNow(unit, [...sizes, ...own], product.baseUom);
  if (pack === null) return null;
  return (
    <Text tone="dim">
      {" "}
      {pack.now === null ? (
        <Trans>the product has no such pack now</Trans>
      ) : (
        <Trans>the product has a {units.name({ uom: unit.uom, qtyPerUom: pack.now }, product.baseUom)} now</Trans>
      )}
    </Text>
  );
}

function Validity({ from, to }: { from: string | null; to: string | null }) {
  const fmt = useFormat();
  if (from && to)
    return (
      <Trans>
        {fmt.date(from, "always")} to {fmt.date(to, "always")}
      </Trans>
    );
  if (from) return <Trans>from {fmt.date(from, "always")}</Trans>;
  return to ? <Trans>until {fmt.date(to, "always")}</Trans> : <Nothing />;
}
