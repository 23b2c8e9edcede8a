import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { TripCheck } from "./trip-check.contract.ts";

/*
 * Somebody with the right lets a trip go though something should keep it. That they have answered for, and for nothing that comes
 * up later: each check is kept as it was then, without what somebody wrote or what a confidential paper is called.
 */

type Found = TripCheck & { readonly isConfidential?: boolean };
/** What a check was about, to know it again. */
export type Print = Pick<
  TripCheck,
  "code" | "vehicleId" | "driverId" | "assetId" | "deliveryId" | "what" | "has" | "may"
>;

export const printOf = ({
  code,
  vehicleId,
  driverId,
  assetId,
  deliveryId,
  what,
  has,
  may,
  isConfidential,
}: Found): Print => ({
  code,
  vehicleId,
  driverId,
  assetId,
  deliveryId,
  what: what === null || isConfidential ? null : createHash("sha256").update(what).digest("base64url").slice(0, 16),
  has,
  may,
});

/** The same as before, and no more of it. */
export const covers = (answered: Print, now: Print): boolean =>
  answered.code === now.code &&
  answered.vehicleId === now.vehicleId &&
  answered.driverId === now.driverId &&
  answered.assetId === now.assetId &&
  answered.deliveryId === now.deliveryId &&
  answered.what === now.what &&
  tooMuch(now) <= tooMuch(answered);

const tooMuch = ({ has, may }: Print): number => Number(has ?? 0) - Number(may ?? 0);

/** The same was so before, and is not more of it now. */
export const isNoWorse = (now: TripCheck, before: TripCheck): boolean => covers(printOf(before), printOf(now));

/** Somebody has answered for these of a trip that has not left; what was answered for before stays so. */
export async function answerBeforehand(ctx: Ctx, tripId: string, checks: readonly TripCheck[]): Promise<void> {
  if (checks.length === 0) return;
  const prints = JSON.stringify(checks.map(printOf));
  await sql`update trips set answered_checks = answered_checks || ${prints}::jsonb
    where company_id = current_company() and id = ${tripId}`.execute(ctx.db);
}

/** The trip is taken back: whoever gives it away again answers for it again. */
export async function forgetAnswers(ctx: Ctx, tripId: string): Promise<void> {
  await sql`update trips set answered_checks = '[]' where company_id = current_company() and id = ${tripId}`.execute(
    ctx.db,
  );
}

/** Those of a trip's checks for which nobody has answered before it left, or that are more by now. */
export async function notAnsweredFor<C extends TripCheck>(
  ctx: Ctx,
  tripId: string,
  checks: readonly C[],
): Promise<readonly C[]> {
  if (checks.length === 0) return checks;
  const { rows } = await sql<{ answered: readonly Print[] }>`select answered_checks as answered from trips
    where company_id = current_company() and id = ${tripId}`.execute(ctx.db);
  const answered = rows[0]?.answered ?? [];
  return checks.filter((check) => !answered.some((one) => covers(one, printOf(check))));
}
