import type { Answer } from "#main/testing/test-app.ts";

export interface Counts {
  sent: number;
  /** Past the schema: the handler worked with it, whatever it said. */
  reached: number;
  done: number;
  readonly statuses: Map<number, number>;
  /** Why it was refused last, for whoever wonders why it never works. */
  refusal: string;
}

/** Whether a handler worked with the request: it was neither unreadable nor refused by schema or permission. */
export function isReached({ status, body }: Answer): boolean {
  if (status < 300) return true;
  if (status === 422) return !body.fields || Object.keys(body.fields).length === 0 || body.code !== "invalid";
  if (status === 404) return body.code !== "not_found";
  return status === 409 || status === 410 || status === 429;
}

const telltale =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|\/src\/(?:server|modules)\/|\bselect\s.{1,80}\sfrom\s|violates|relation "|column "|syntax error|pg_|ECONN|\[object Object\]/i;

/** What is wrong with an answer, if anything is. */
export function whatIsWrong({ status, body, text }: Answer): string | undefined {
  if (status >= 500) return "a fault of ours";
  if (status < 400) return undefined;
  if (typeof body.code !== "string" || typeof body.message !== "string" || typeof body["requestId"] !== "string")
    return "a refusal in other words than the rest";
  if (telltale.test(JSON.stringify({ message: body.message, fields: body.fields })))
    return "a message that tells of our insides";
  return text.length > 200_000 ? "a refusal that repeats what was sent" : undefined;
}

/** The counts as lines for a terminal, least reached first. */
export function countLines(counts: ReadonlyMap<string, Counts>): string[] {
  return [...counts]
    .toSorted(([, a], [, b]) => a.reached - b.reached)
    .map(
      ([name, { sent, reached, done, statuses, refusal }]) =>
        `${String(reached).padStart(5)} reached, ${String(done).padStart(4)} done of ${String(sent).padStart(4)}  ${name}  ${[
          ...statuses,
        ]
          .toSorted(([a], [b]) => a - b)
          .map(([status, count]) => `${status}×${count}`)
          .join(" ")}${reached < 20 || done === 0 ? ` ${refusal}` : ""}`,
    );
}
