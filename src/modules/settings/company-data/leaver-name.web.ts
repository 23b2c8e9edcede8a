import type { Leaver } from "../erasures/erasures.contract.ts";

/** What somebody is called; their address where they have no name. */
export const nameOf = ({ firstName, lastName, email }: Leaver): string => `${firstName} ${lastName}`.trim() || email;
