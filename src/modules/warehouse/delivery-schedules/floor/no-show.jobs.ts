import { sql } from "kysely";
import { job } from "#server/jobs/reactions.ts";
import { updateRow } from "#server/records/records.ts";
import { lockPlan, type OnePlan } from "../booking/lock-plan.server.ts";
import { letGo } from "../delivery-plan.server.ts";

/** The truck did not come in time; looked at when it is due, and again when the location's patience is over. */
export const noteNoShow = job<OnePlan>("note-no-show", ({ open }, plan, companyId) =>
  open(companyId, async (ctx) => {
    const delivery = await lockPlan(ctx, plan);
    if (delivery?.status !== "scheduled") return;
    const { rows } = await sql<{
      minutes: number;
    }>`select no_show_after_minutes as minutes from locations
      where company_id = current_company() and id = ${delivery.locationId}`.execute(ctx.db);
    const patientUntil = new Date(Date.parse(delivery.plannedStart) + (rows[0]?.minutes ?? 0) * 60_000);
    if (patientUntil > new Date()) return ctx.enqueue("note-no-show", { ...plan }, patientUntil);
    await updateRow(ctx.db, "delivery_schedules", delivery, { status: "no_show" });
    await letGo(ctx, delivery.id);
    await ctx.emit("delivery-schedule.missed", delivery, { from: "scheduled", to: "no_show" });
  }),
);
