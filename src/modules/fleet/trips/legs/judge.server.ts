import { conflict, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { answerBeforehand } from "../guards/answered-checks.server.ts";
import type { Found } from "../guards/check.server.ts";
import type { TripCheck } from "../guards/trip-check.contract.ts";
import { tripChecks } from "../guards/trip-checks.server.ts";
import { keepRemarks, newChecks } from "./legs.server.ts";

type Trip = RecordOf<"trips">;

interface Judging {
  /** By their keys those for which somebody who may let a trip leave anyway answers by the step itself: those they have read. */
  readonly answersFor?: readonly string[] | undefined;
  /** It is so already: it is kept, and nothing of it refused. */
  readonly hasHappened?: boolean;
  /** Which checks are about what changes; all of them, where nothing is said. */
  readonly isAbout?: (check: TripCheck) => boolean;
}

/** What would keep a trip in the yard as it is now, and what nobody has answered for nor been told of. */
export async function whatIsNew(
  ctx: Ctx,
  tripId: string,
  isAbout: (check: TripCheck) => boolean = () => true,
): Promise<readonly Found[]> {
  return newChecks(ctx, tripId, (await tripChecks(ctx, tripId)).filter(isAbout));
}

/**
 * Judges a trip as it is given away, leaves, or goes on with something else. What is decided now is refused with each reason (409
 * `not_ready`), but for what somebody answers for, which is never what nobody may. What has happened stands on the trip, and
 * waits for somebody who answers for it: reporting a thing late is no way around asking them.
 */
export async function judge(
  ctx: Ctx,
  trip: Trip,
  { answersFor = [], hasHappened = false, isAbout }: Judging = {},
): Promise<void> {
  const found = await whatIsNew(ctx, trip.id, isAbout);
  const isAnswered = ({ key, isFinal }: TripCheck) => !isFinal && answersFor.includes(key);
  const [answered, open] = [found.filter(isAnswered), found.filter((check) => !isAnswered(check))];
  if (!hasHappened) refuse(open);
  if (trip.actualStart === null) return answerBeforehand(ctx, trip.id, answered);
  await keepRemarks(ctx, trip, answered, { isAnswered: true });
  await keepRemarks(ctx, trip, open, { isAnswered: false });
}

function refuse(checks: readonly TripCheck[]): void {
  if (checks.length > 0)
    throw conflict(
      "not_ready",
      message("{count, plural, one {Something keeps} other {# things keep}} this trip from leaving.", {
        count: checks.length,
      }),
      { checks },
    );
}
