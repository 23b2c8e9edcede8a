import { route } from "#shared/contract/contract.ts";
import { ownDriver } from "../../drivers/drivers.contract.ts";

const path = "/api/fleet/deliveries/:id";
const can = ["CAN_VIEW_FLEET_DELIVERIES", ...ownDriver] as const;

/** What goes along with a delivery on paper, in the language of whoever prints it. */
export const deliveryPapers = {
  note: route({
    method: "GET",
    path: `${path}/delivery-note.pdf`,
    can,
    summary: "The delivery note: what is brought, and what the consignee has signed for",
    transaction: "none",
    gives: "application/pdf",
  }),
  waybill: route({
    method: "GET",
    path: `${path}/waybill.pdf`,
    can,
    summary: "The CMR consignment note in three copies: for the sender, the consignee and the carrier",
    transaction: "none",
    gives: "application/pdf",
  }),
};
