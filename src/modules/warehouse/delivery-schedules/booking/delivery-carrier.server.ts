import { sql } from "kysely";
import { invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Delivery } from "../delivery-plan.server.ts";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";

/** Who brings it: a carrier of the list, or the name alone of one that is not there. */
export interface SaidCarrier {
  readonly carrierId: string | null;
  readonly carrierName: string | null;
}

interface Carrier {
  readonly id: string;
  readonly name: string;
  readonly isUsable: boolean;
}

async function carriersOf(ctx: Ctx, ids: readonly (string | null)[]): Promise<Map<string, Carrier>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Carrier>`
    select id, name, status = 'active' and archived_at is null as "isUsable" from carriers
    where company_id = current_company() and id = any(${wanted})`.execute(ctx.db);
  return new Map(rows.map((carrier) => [carrier.id, carrier]));
}

/** A plan names a carrier of the list with whom something is sent now. What stands on the delivery may stay as it is. */
export async function plannedCarrier(ctx: Ctx, given: SaidCarrier, before: Delivery | null): Promise<SaidCarrier> {
  if (before && inGroup(deliveryScheduleFlow, "onSite", before.status)) return carrierThere(ctx, given, before);
  const said = await readCarrier(ctx, given, before);
  if (said.isAsBefore) return columnsOf(said);
  if (said.carrierName !== null)
    throw invalid({
      carrierName: message("Choose the carrier from the list. A name alone is taken of a truck that is there."),
    });
  mustBeUsable(said.carrier);
  return columnsOf(said);
}

/** Who stands there is a fact: any carrier of the company, on hold or not, or a name alone. */
export async function carrierThere(ctx: Ctx, given: SaidCarrier, before: Delivery | null): Promise<SaidCarrier> {
  return columnsOf(await readCarrier(ctx, given, before));
}

/** 422 where nothing is sent with a carrier now: it is asked for nothing either. */
export async function mustBeSentWith(ctx: Ctx, carrierId: string | null): Promise<void> {
  mustBeUsable((await carriersOf(ctx, [carrierId])).get(carrierId ?? ""));
}

/** What an event tells of another carrier: both by name. */
export async function carrierChange(ctx: Ctx, before: SaidCarrier, after: SaidCarrier) {
  if (before.carrierId === after.carrierId && before.carrierName === after.carrierName) return {};
  const found = await carriersOf(ctx, [before.carrierId, after.carrierId]);
  const nameOf = ({ carrierId, carrierName }: SaidCarrier) => found.get(carrierId ?? "")?.name ?? carrierName;
  return { carrierName: { from: nameOf(before), to: nameOf(after) } };
}

/** What was given, with its record. A name alone as it was read with the delivery leaves everything as it stands. */
async function readCarrier(ctx: Ctx, given: SaidCarrier, before: Delivery | null) {
  const found = await carriersOf(ctx, [given.carrierId, before?.carrierId ?? null]);
  const carrier = found.get(given.carrierId ?? "");
  if (given.carrierId !== null && !carrier) throw invalid({ carrierId: message("Choose one from the list.") });
  const nameBefore = found.get(before?.carrierId ?? "")?.name ?? before?.carrierName ?? null;
  const isAsBefore =
    before !== null &&
    (given.carrierId === null
      ? given.carrierName !== null && given.carrierName === nameBefore
      : given.carrierId === before.carrierId);
  if (isAsBefore) return { carrierId: before.carrierId, carrierName: before.carrierName, carrier, isAsBefore };
  return { carrierId: given.carrierId, carrierName: carrier ? null : given.carrierName, carrier, isAsBefore };
}

const columnsOf = ({ carrierId, carrierName }: SaidCarrier): SaidCarrier => ({ carrierId, carrierName });

function mustBeUsable(carrier: Carrier | undefined): void {
  if (carrier && !carrier.isUsable)
    throw invalid({
      carrierId: message(
        "Nothing is sent with {carrier} now. Choose another carrier, or take this one up again first.",
        {
          carrier: carrier.name,
        },
      ),
    });
}
