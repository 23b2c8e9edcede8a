import { queryClient } from "#web/query.tsx";
import { reloadUser } from "#web/session.tsx";
import { applyChanges } from "./changes.ts";

interface Told {
  readonly entity: string;
  readonly id: string;
  readonly at: string;
}

const gatherMs = 500;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** The server shows every 25 s that it is there. */
const silenceMs = 70_000;

/** Follows what changes in the company while the tab is in sight, and brings it to the screen. Returns how to stop. */
export function followEvents(): () => void {
  const gatherer = new Gatherer();
  let source: EventSource | null = null;
  let place = "recent";
  let failures = 0;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    source?.close();
    source = null;
    clearTimeout(timer);
    clearTimeout(silence);
  };
  const openAfter = (ms: number) => {
    close();
    if (isOver) return;
    timer = setTimeout(open, ms * (0.5 + Math.random())); // not all at once, after a node has gone
  };
  const comeBack = () => openAfter(Math.min(firstPauseMs * 2 ** failures, longestPauseMs));
  /** Whether the session still holds, and with which rights: who has none any more is led away by the answer itself. */
  const askAgain = () => {
    close();
    void reloadUser().catch(() => undefined).then(comeBack);
  };

  function open(): void {
    close();
    if (document.hidden) return;
    const opened = new EventSource(`/api/events?after=${encodeURIComponent(place)}`);
    source = opened;
    let hasBegun = false;
    const on = (name: string, act: (data: string) => void) =>
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        if (source !== opened) return;
        hasBegun = true;
        place = event.lastEventId || place;
        failures = 0;
        clearTimeout(silence);
        silence = setTimeout(open, silenceMs);
        act(event.data);
      });
    on("hello", () => undefined);
    on("beat", () => undefined);
    on("message", (data) => gatherer.add(JSON.parse(data) as Told)); // as the server's live-stream.ts writes it
    on("resync", () => void queryClient.invalidateQueries());
    on("over", askAgain);
    on("changed", askAgain);
    on("bye", comeBack);
    on("elsewhere", close); // until this tab is looked at again
    opened.addEventListener("error", () => {
      if (source !== opened) return;
      failures += 1;
      if (hasBegun) comeBack();
      else askAgain();
    });
  }

  document.addEventListener("visibilitychange", open);
  addEventListener("online", open);
  open();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", open);
    removeEventListener("online", open);
    close();
    gatherer.stop();
  };
}

/** Keeps what is told for half a second, so that much at once is read at once. */
class Gatherer {
  #changes = new Map<string, Map<string, Set<string>>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  add({ entity, id, at }: Told): void {
    const ids = this.#changes.get(entity) ?? new Map<string, Set<string>>();
    this.#changes.set(entity, ids.set(id, (ids.get(id) ?? new Set()).add(at)));
    this.#timer ??= setTimeout(() => this.#apply(), gatherMs);
  }

  #apply(): void {
    this.#timer = undefined;
    const changes = this.#changes;
    this.#changes = new Map();
    void applyChanges(queryClient, changes);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
