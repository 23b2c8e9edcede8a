import { sql } from "kysely";
import type { MenuBadges } from "#shared/contract/screens.ts";
import type { Permission } from "#shared/permissions/permissions.ts";
import type { Ctx, SessionUser } from "#server/http/context.ts";

interface Counts {
  readonly orders: number;
  readonly own: number;
  readonly late: number;
  readonly requests: number;
}

/** What waits for the hand of this user, beside the screen where they act; whoever may not act is not told. */
export async function warehouseBadges({ installation, can }: Ctx, user: SessionUser): Promise<MenuBadges> {
  const { rows } = await sql<Counts>`
    select orders_to_approve as orders, own_orders as own, deliveries_late as late,
      deliveries_to_answer as requests from menu_counts(${user.companyId}, ${user.id})`.execute(installation);
  const [{ orders, own, late, requests } = { orders: 0, own: 0, late: 0, requests: 0 }] = rows;
  const waiting = (permission: Permission, count: number) => (can(permission) ? count : 0);
  const counts = {
    // What the list's view "Needs me" holds (purchase-orders/views.server.ts).
    "/warehouse/purchase-orders": own + waiting("CAN_APPROVE_PURCHASE_ORDERS", orders),
    // "To be approved".
    "/warehouse/delivery-schedules": waiting("CAN_APPROVE_DELIVERY_SCHEDULES", requests),
    // "Late" on the boards of today (delivery-schedules/board), of all sites.
    "/warehouse/delivery-schedules/calenders": waiting("CAN_SCHEDULE_DOCK", late),
  };
  return Object.fromEntries(
    Object.entries(counts).flatMap(([path, count]) =>
      count > 0 ? [[path, { text: String(count), kind: "late" as const }]] : [],
    ),
  );
}
