import { msg } from "@lingui/core/macro";
import type { Affected } from "./matrix/role-changes.web.ts";

/** Two things that one person should not do both, and how that is said after a name: "Femke could …". */
const duties = [
  { sides: ["CAN_EDIT_PURCHASE_ORDERS", "CAN_APPROVE_PURCHASE_ORDERS"], said: msg`write an order and approve it` },
  { sides: ["CAN_EDIT_VENDORS", "CAN_APPROVE_PURCHASE_ORDERS"], said: msg`add a vendor and approve orders to it` },
  { sides: ["CAN_EDIT_PURCHASE_ORDERS", "CAN_RECEIVE"], said: msg`order goods and count them in` },
  { sides: ["CAN_EDIT_PURCHASE_ORDERS", "CAN_CLOSE_PURCHASE_ORDERS"], said: msg`write an order and close it short` },
  {
    sides: ["CAN_EDIT_EXCHANGE_RATES", "CAN_EDIT_PURCHASE_ORDERS"],
    said: msg`set exchange rates and order in those currencies`,
  },
  { sides: ["CAN_RECEIVE", "CAN_REVERSE_RECEIPTS"], said: msg`count a delivery and reverse the count` },
] as const;

/** The duties of which somebody would hold both sides, and did not before. */
export function bothSides(affected: readonly Affected[]) {
  return duties
    .map(({ sides, said }) => ({
      said,
      people: affected.filter(
        ({ then, gains }) => sides.every((side) => then.has(side)) && sides.some((side) => gains.includes(side)),
      ),
    }))
    .filter(({ people }) => people.length > 0);
}
