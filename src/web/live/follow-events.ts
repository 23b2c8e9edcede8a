import { rightsOf } from "#shared/permissions/rights.ts";
import { queryClient } from "#web/api/query.tsx";
import { currentSession, reloadUser } from "#web/api/session.tsx";
import { ChangeBuffer, type ChangeNotice } from "./change-buffer.ts";

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** Who signs out in another tab is told so by that tab, and not that the session was lost. */
const signedOutMs = 1500;
/** The server shows every 25 s that it is there. */
const silenceMs = 70_000;

/** Follows what changes in the company while the tab is in sight, and brings it to the screen. Returns how to stop. */
export function followEvents(): () => void {
  const buffer = new ChangeBuffer();
  let source: EventSource | null = null;
  let place = "recent";
  let failures = 0;
  let isOver = false;
  let asked = "";
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
    void reloadUser()
      .catch(() => undefined)
      .then(comeBack);
  };

  /** The user was read before the stream was opened, perhaps with rights that were others then. */
  const checkRights = (data: string) => {
    const { rights } = JSON.parse(data) as { rights: string };
    const { user } = currentSession();
    const isSame = !user || rights === rightsOf(user, user.company.id);
    const wasAsked = rights === asked;
    asked = isSame ? "" : rights;
    if (!isSame && !wasAsked) askAgain(); // once: rights that stay others are no reason to ask for ever
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
    on("hello", checkRights);
    on("beat", () => undefined);
    on("message", (data) => buffer.add(JSON.parse(data) as ChangeNotice)); // as the server's live/stream.ts writes it, here and below
    on("resync", (data) => {
      void queryClient.invalidateQueries();
      checkRights(data);
    });
    on("over", () => {
      close();
      timer = setTimeout(askAgain, signedOutMs);
    });
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
    buffer.stop();
  };
}
