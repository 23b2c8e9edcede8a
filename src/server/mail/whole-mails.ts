import { isLoopback } from "../http/loopback.ts";

interface Whole {
  readonly text: string;
  readonly html: string;
}

const most = 500;

/**
 * Mails as they were written, with their links, for whoever tries the demo on their own machine and has no mail server.
 * They stand in the memory of this process only, and are gone with it.
 */
export class WholeMails {
  readonly #mails = new Map<string, Whole>();

  put(id: string, mail: Whole): void {
    this.#mails.set(id, mail);
    const [oldest] = this.#mails.keys();
    if (this.#mails.size > most && oldest !== undefined) this.#mails.delete(oldest);
  }

  /** Null for a mail of an earlier start, and for whoever may sit at another machine. */
  get(id: string, asked: Asked): Whole | null {
    return isFromHere(asked) ? (this.#mails.get(id) ?? null) : null;
  }

  /** Somebody was erased, who may stand in them. */
  forget(): void {
    this.#mails.clear();
  }
}

interface Asked {
  /** Whose connection it is, whatever headers say. */
  readonly peer: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A request of this machine to itself: no web server in front, no tunnel that says so, no name that somebody pointed here. */
function isFromHere({ peer = "", headers }: Asked): boolean {
  const { host } = headers;
  const isForwarded = Object.keys(headers).some(
    (name) => name.startsWith("x-forwarded-") || ["forwarded", "via", "x-real-ip"].includes(name),
  );
  const named = typeof host === "string" && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  return !isForwarded && isLoopback(peer.replace(/^::ffff:/, "")) && isLoopback(named);
}
