import type { SessionUser } from "./context.ts";

interface Known {
  readonly user: SessionUser;
  /** What the database said of the user, as text. */
  readonly said: string;
}

/** So many sessions are remembered at once; past that, the one that has been quiet for longest is not. */
const mostKnown = 10_000;
const known = new Map<string, Known>(); // a Map keeps its order: quietest first

/**
 * Whose session this was when it was last looked up in this process, else undefined. A guess: what is worked out for that
 * user may be answered only after the database has said the same again.
 */
export const guessUser = (token: string | undefined): SessionUser | undefined =>
  token === undefined ? undefined : known.get(token)?.user;

/** The user whom the database found now: the very object of the last time where it says the same as then. */
export function knownUser(token: string, said: string, make: () => SessionUser): SessionUser {
  const before = known.get(token);
  const found = before?.said === said ? before : { user: make(), said };
  known.delete(token); // set again below, as the one that called last
  known.set(token, found);
  for (const quietest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.delete(quietest);
  }
  return found.user;
}

/** The database no longer knows this session. */
export const forgetUser = (token: string): void => void known.delete(token);
