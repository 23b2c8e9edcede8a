import { invalid, message } from "#shared/contract/problem.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import type { ReceivingContext, ValidatedLine } from "./received.server.ts";

/** The gate writes a truck down some minutes after it came. */
const clockSkewMs = 5 * 60_000;

/** A receipt is dated back within the company's limit, not before its orders went to their vendors or its truck came. */
export function validateReceivedAt(
  receivedAt: string | null,
  lines: readonly ValidatedLine[],
  { backdatedFrom, backdateDays, arrival }: Pick<ReceivingContext, "backdatedFrom" | "backdateDays" | "arrival">,
): void {
  if (receivedAt === null) return;
  const at = Date.parse(receivedAt);
  if (at < Date.parse(backdatedFrom))
    throw invalid({
      receivedAt: message(
        "Receipts are dated back by {days, plural, one {# day} other {# days}} at most. Post it with a later time, and say in the note when they came.",
        { days: backdateDays },
      ),
    });
  if (arrival && at < Date.parse(arrival.at) - clockSkewMs)
    throw invalid({
      receivedAt: message(
        "{number} arrived at {time} on {date}: its goods cannot have come before. Correct the arrival, or this time.",
        { number: arrival.number, ...wallTime(arrival.at, arrival.timezone) },
      ),
    });
  const early = lines.find(
    ({ item, order }) => item !== null && order?.firstSentAt != null && at < Date.parse(order.firstSentAt),
  );
  if (early?.order)
    throw invalid({
      receivedAt: message("{number} went to its vendor later than that. Count what came before as unexpected goods.", {
        number: early.order.number,
      }),
    });
}
