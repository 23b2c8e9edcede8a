import { sql } from "kysely";

/** A booking `b` of a trip that has left and is not back, however late: one that was to leave by now is only planned. */
export const isOnTheRoad = sql<boolean>`(b.reason = 'trip' and b.standing and lower(b.during) <= now())`;
