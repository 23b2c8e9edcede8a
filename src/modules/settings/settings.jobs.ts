import type { Job } from "#server/reactions.ts";

/** Tasks that the settings leave in the outbox. */
export const jobs: readonly Job[] = [];
