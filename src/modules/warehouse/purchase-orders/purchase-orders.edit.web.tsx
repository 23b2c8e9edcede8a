import { useState } from "react";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { RecordMissing } from "#web/detail/detail-states.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { useRecord } from "#web/list/data/use-record.ts";
import { OrderEditor } from "./order-editor.web.tsx";
import { orderNaming } from "./purchase-orders.status.web.tsx";
import { purchaseOrders } from "./purchase-orders.contract.ts";

/** `/warehouse/purchase-orders/new?vendorId=&copyOf=`: a first draft, for that vendor or with what stands in another order. */
export function NewPurchaseOrder() {
  const { search } = useAddress();
  const [round, setRound] = useState(0);
  const said = (name: string) => (typeof search[name] === "string" ? search[name] : null);
  const { record: copied, problem, retry } = useRecord(purchaseOrders, said("copyOf"));
  if (said("copyOf") && problem) return <RecordMissing naming={orderNaming} problem={problem} onRetry={retry} />;
  if (said("copyOf") && !copied) return <DetailSkeleton />;
  const start = { vendorId: said("vendorId"), copied };
  return <OrderEditor key={round} order={null} {...start} onDiscarded={() => setRound(round + 1)} />;
}

/** `/warehouse/purchase-orders/edit?id=`: the draft again, or a new revision of what is out at the vendor. */
export function EditPurchaseOrder() {
  const { search } = useAddress();
  const id = typeof search["id"] === "string" ? search["id"] : null;
  const { record, problem, retry } = useRecord(purchaseOrders, id);
  const [round, setRound] = useState(0);
  if (record)
    return <OrderEditor key={`${record.id} ${round}`} order={record} onDiscarded={() => setRound(round + 1)} />;
  return problem ? <RecordMissing naming={orderNaming} problem={problem} onRetry={retry} /> : <DetailSkeleton />;
}
