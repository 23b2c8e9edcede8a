import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconCalendarTime from "@tabler/icons-react/dist/esm/icons/IconCalendarTime.mjs";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconPrinter from "@tabler/icons-react/dist/esm/icons/IconPrinter.mjs";
import { urlOf } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { hasAbility } from "#shared/flow/abilities.ts";
import { purchaseOrders, type PurchaseOrder } from "./purchase-orders.contract.ts";
import { vendorPages } from "./vendor-page/vendor-page.contract.ts";

/** An order on paper as it is written, marked as a draft. */
export const previewOf = ({ id }: PurchaseOrder) => urlOf(vendorPages.pdf, { id, query: { draft: "yes" } });

/** What can be done with an order beside its steps. */
export const OrderButtons = ({ order }: { order: PurchaseOrder }) => (
  <>
    <EditButtons order={order} />
    <BookButton order={order} />
    <CopyButton order={order} />
  </>
);

/** Writing again: the draft itself, or a new revision of what is out at the vendor. And the order on paper. */
function EditButtons({ order }: { order: PurchaseOrder }) {
  const { go } = useAddress();
  const mayEdit = hasAbility(order, "edit");
  const isIssued = hasAbility(order, "print");
  return (
    <HeaderSlot>
      {(isIssued || hasAbility(order, "preview")) && (
        <Button
          variant="default"
          component="a"
          target="_blank"
          rel="noreferrer"
          href={isIssued ? urlOf(vendorPages.pdf, { id: order.id }) : previewOf(order)}
          leftSection={<IconPrinter size={15} stroke={1.7} />}
        >
          {isIssued ? <Trans>PDF</Trans> : <Trans>Draft PDF</Trans>}
        </Button>
      )}
      {(mayEdit || order.steps.includes("amend")) && (
        <Button
          variant="default"
          leftSection={<IconPencil size={15} stroke={1.7} />}
          onClick={() => go({ path: "/warehouse/purchase-orders/edit", search: { id: order.id } })}
        >
          {mayEdit ? <Trans>Edit</Trans> : <Trans>Amend</Trans>}
        </Button>
      )}
    </HeaderSlot>
  );
}

/** The way to the docks. */
function BookButton({ order }: { order: PurchaseOrder }) {
  const { go } = useAddress();
  if (!hasAbility(order, "schedule")) return null;
  return (
    <HeaderSlot>
      <Button
        variant="default"
        leftSection={<IconCalendarTime size={15} stroke={1.7} />}
        onClick={() => go({ path: "/warehouse/delivery-schedules/new", search: { purchaseOrderId: order.id } })}
      >
        <Trans>Book a delivery</Trans>
      </Button>
    </HeaderSlot>
  );
}

/** A new order with what stands in this one: again, or for another vendor. */
function CopyButton({ order }: { order: PurchaseOrder }) {
  const { go } = useAddress();
  const may = useMay();
  if (!may(purchaseOrders.create.can)) return null;
  return (
    <HeaderSlot>
      <Button
        variant="default"
        leftSection={<IconCopy size={15} stroke={1.7} />}
        onClick={() => go({ path: "/warehouse/purchase-orders/new", search: { copyOf: order.id } })}
      >
        <Trans>Copy</Trans>
      </Button>
    </HeaderSlot>
  );
}
