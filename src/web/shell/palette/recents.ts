import { onClean } from "../../api/session.tsx";

/** A record that was on the screen. */
export interface Recent {
  /** Its address, e.g. `/warehouse/vendors/details?id=…`. */
  readonly to: string;
  readonly name: string;
  /** The title of its screen, in English; shown translated. */
  readonly about: string;
}

const entry = "waybill-recent";
const most = 8;

onClean(() => sessionStorage.removeItem(entry));

/** The records seen last in this tab, newest first; gone with the session. */
export function recents(): readonly Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(entry) ?? "[]") as Recent[]; // written below only
  } catch {
    return []; // somebody else wrote there
  }
}

/** Notes a record as seen just now. */
export function remember(recent: Recent): void {
  const others = recents().filter(({ to }) => to !== recent.to);
  sessionStorage.setItem(entry, JSON.stringify([recent, ...others].slice(0, most)));
}
