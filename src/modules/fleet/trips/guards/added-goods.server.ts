import { conflict, message, type Sentence } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import { lockById } from "#server/records/records.ts";
import { judge } from "../legs/judge.server.ts";
import { tripFlow } from "../trips.flow.ts";
import { isNoWorse } from "./answered-checks.server.ts";
import type { TripCheck } from "./trip-check.contract.ts";
import { tripChecks } from "./trip-checks.server.ts";

/**
 * Does what gives a trip more to carry. Where its driver has it already nobody dispatches it again, so it is judged now, by the
 * same checks: 409 `not_ready` for what this adds to them, which leaves everything as it was; but for what somebody who may let
 * a trip leave anyway answers for, by the keys of what they have read.
 */
export async function mustCarryAsWell<T>(
  ctx: Ctx,
  tripId: string,
  add: () => Promise<T>,
  answersFor: readonly string[] = [],
): Promise<T> {
  const trip = await lockById(ctx.db, "trips", tripId);
  if (!inGroup(tripFlow, "given", trip.status)) return add();
  const before = await tripChecks(ctx, tripId);
  const done = await add();
  const added = (await tripChecks(ctx, tripId)).filter((check) => !before.some((one) => isNoWorse(check, one)));
  const checks = added.filter(({ key, isFinal }) => isFinal || !answersFor.includes(key));
  const [first] = checks;
  if (first) throw conflict("not_ready", sentenceOf(first, trip.tripNumber), { checks });
  const isAbout = ({ key }: TripCheck) => added.some((one) => one.key === key);
  if (added.length > 0) await judge(ctx, trip, { answersFor, isAbout });
  return done;
}

function sentenceOf({ code, about, what, has, may }: TripCheck, number: string): Sentence {
  const load = { about, has: has ?? "", may: may ?? "", number };
  switch (code) {
    case "too_heavy":
      return message("On trip {number} {about} would carry {has} kg, and may carry {may} kg.", load);
    case "combination_too_heavy":
      return message("On trip {number} {about} would weigh {has} kg together, and may weigh {may} kg.", load);
    case "too_large":
      return message("On trip {number} {about} would have {has} m³ on board, and has room for {may} m³.", load);
    case "too_many_pallets":
      return message("On trip {number} {about} would have {has} pallets on board, and has room for {may}.", load);
    case "no_dangerous_goods_certificate":
      return message("{about}, who drives trip {number}, has no certificate for dangerous goods.", { about, number });
    case "document_missing":
      return message("{about} lacks a valid {document} until trip {number} ends.", {
        about,
        document: what ?? "",
        number,
      });
    default:
      return message("Trip {number} would not be dispatched with it.", { number });
  }
}
