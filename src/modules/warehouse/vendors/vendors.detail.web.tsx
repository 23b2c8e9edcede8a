import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { HoldActions } from "../hold-actions.web.tsx";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { StateChip } from "#web/ui/status/chip.tsx";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { issueFlow } from "../issues/issues.flow.ts";
import { issues, type Issue } from "../issues/issues.contract.ts";
import { products, type Product } from "../products/products.contract.ts";
import { purchaseOrders, type PurchaseOrder } from "../purchase-orders/purchase-orders.contract.ts";
import { orderState, orderStatusStyles } from "../purchase-orders/purchase-orders.status.web.tsx";
import { files } from "../../settings/files/files.contract.ts";
import { vendorInput, vendorRecord, vendors } from "./vendors.contract.ts";
import { VendorForm, vendorStatusStyles, vendorNaming } from "./vendors.web.tsx";

const orderColumns = columnsOf<PurchaseOrder>((c) => [
  c.number("number", { label: msg`Order` }),
  {
    ...c.badge("status", orderStatusStyles),
    cell: (order) => <StateChip statusStyles={orderStatusStyles} state={orderState(order)} inTable />,
  },
  c.date("requestedDate", { label: msg`Needed by` }),
  c.money("total", { currency: "currency" }),
]);

const productColumns = columnsOf<Product>((c) => [
  c.code("sku", { label: msg`SKU`, width: 130 }),
  c.text("name"),
  c.choice("status"),
  c.text("preferredVendorName", { label: msg`Preferred vendor`, width: 172 }),
]);

const issueColumns = columnsOf<Issue>((c) => [
  c.number("number", { label: msg`Issue` }),
  c.choice("kind", { label: msg`What`, width: 140 }),
  c.choice("status"),
  c.choice("severity", { width: 92 }),
  c.text("productName", { label: msg`Product` }),
  c.date("dueAt", { label: msg`Due`, width: 150 }),
]);
const openIssues = issueFlow.groups.open.join(",");

export function VendorDetail() {
  const { t } = useLingui();
  return (
    <DetailScreen
      of={vendors}
      naming={vendorNaming}
      form={VendorForm}
      title={(vendor) => vendor.name}
      state={{ of: (vendor) => vendor.status, statusStyles: vendorStatusStyles }}
      summary={(vendor) => vendor.holdReason}
      strip={(vendor) => [
        { label: "code", value: vendor.code },
        { label: msg`E-mail for orders`, value: vendor.orderEmail, sub: vendor.phone },
        { label: "openOrders", value: vendor.openOrders },
        {
          label: msg`Terms`,
          value: vendor.incoterm && `${vendor.incoterm} ${vendor.incotermPlace ?? ""}`,
          sub: vendor.paymentTermsDays !== null && t`${vendor.paymentTermsDays} days net`,
        },
        { label: msg`Lead time`, value: vendor.leadTimeDays !== null && t`${vendor.leadTimeDays} days` },
        { label: msg`Place`, value: vendor.city, sub: vendor.countryCode },
      ]}
      rail={(vendor) => <Attachments of={files} entity="vendor" id={vendor.id} can={vendorRecord.files.edit} />}
    >
      {(vendor) => (
        <>
          <HoldActions of={vendors} record={vendor} confirm={t`Order nothing more from ${vendor.name} for now?`} />
          <FieldList
            schema={vendorInput}
            record={vendor}
            except={["name", "code", "orderEmail", "phone"]}
            labels={{
              paymentTermsDays: msg`Payment terms, days`,
              leadTimeDays: msg`Lead time, days`,
              minOrderTotal: msg`Smallest order`,
              overReceiptPct: msg`Over-receipt tolerance, %`,
              taxId: msg`Tax number`,
            }}
          />
          <RelatedList
            of={purchaseOrders}
            title={t`Purchase orders`}
            columns={orderColumns}
            where={{ vendorId: vendor.id }}
            opens="/warehouse/purchase-orders/details"
            actions={
              <a href={`/warehouse/purchase-orders?vendorId=${vendor.id}`}>
                <Trans>All orders</Trans>
              </a>
            }
          />
          <RelatedList
            of={issues}
            title={t`Open issues`}
            columns={issueColumns}
            where={{ vendorId: vendor.id, status: openIssues }}
            opens="/warehouse/issues/details"
            none={<Trans>None is open</Trans>}
            actions={
              <a href={`/warehouse/issues?vendorId=${vendor.id}`}>
                <Trans>All issues</Trans>
              </a>
            }
          />
          <RelatedList
            of={products}
            title={t`Products`}
            columns={productColumns}
            where={{ vendorId: vendor.id }}
            opens="/warehouse/products/details"
            actions={
              <a href={`/warehouse/products?vendorId=${vendor.id}`}>
                <Trans>All products</Trans>
              </a>
            }
          />
        </>
      )}
    </DetailScreen>
  );
}
