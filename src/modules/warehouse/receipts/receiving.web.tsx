import { useAddress } from "#web/list/data/address.ts";
import { Arrivals } from "./arrivals.web.tsx";
import { ReceiveDelivery } from "./receive-delivery.web.tsx";

/** Counting what arrives: the deliveries that are here, or, with `?deliveryId=`, one of them. */
export function Receiving() {
  const { search } = useAddress();
  const deliveryId = search["deliveryId"];
  return typeof deliveryId === "string" && deliveryId !== "" ? (
    <ReceiveDelivery key={deliveryId} deliveryId={deliveryId} />
  ) : (
    <Arrivals />
  );
}
