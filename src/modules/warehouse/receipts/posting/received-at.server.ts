import { invalid, message } from "#shared/contract/problem.ts";
import type { ReceivingContext, ValidatedLine } from "./received.server.ts";

/** A receipt is dated back within the company's limit, and not before its orders went to their vendors. */
export function validateReceivedAt(
  receivedAt: string | null,
  lines: readonly ValidatedLine[],
  { backdatedFrom, backdateDays }: Pick<ReceivingContext, "backdatedFrom" | "backdateDays">,
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
