import { sql, type RawBuilder } from "kysely";

/** What needs not to come any more of the line of this alias, in base units: what was kept, and what was credited instead. */
export const keptOrCreditedOf = (line: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${line}.kept_base_qty`)} + ${sql.ref(`${line}.credited_base_qty`)})`;
export const keptOrCredited = keptOrCreditedOf("i");

/**
 * Whether the line of this alias ended by itself, as what is missing of it was credited. Whoever ends one says why; then
 * it stays ended whatever becomes of its receipts.
 */
export const isEndedByCreditOf = (line: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${line}.status`)} = 'short_closed' and ${sql.ref(`${line}.close_reason`)} is null
    and ${sql.ref(`${line}.credited_base_qty`)} > 0)`;
export const isEndedByCredit = isEndedByCreditOf("i");

/** Why the line of this alias ended: what somebody said who closed it, or what was said of its credit. */
export const closeReasonOf = (line: string): RawBuilder<unknown> =>
  sql`(case when ${isEndedByCreditOf(line)} then ${sql.ref(`${line}.credit_reason`)} else ${sql.ref(`${line}.close_reason`)} end)`;
