import type { Point } from "#web/map/point.ts";
import { checked } from "./point-of.web.ts";

const number = String.raw`([-+−]?\d{1,3}(?:[.,]\d+)?)`;
const pair = new RegExp(String.raw`^${number}\s*(?:[;,~/]\s*|\s+)${number}$`);
/** Degrees, minutes and seconds. */
const angle = String.raw`([-+−]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|'')\s*)?`;
const sidesBefore = new RegExp(String.raw`^([NSEWO])\s*${angle}[,;]?\s*([NSEWO])\s*${angle}$`, "i");
const sidesAfter = new RegExp(String.raw`^${angle}([NSEWO])\s*[,;]?\s*${angle}([NSEWO])$`, "i");
const dot = String.raw`(-?\d{1,3}\.\d+)`;
/** Where map sites keep the place in their links; the place itself goes before the corner that is looked at. */
const inLinks = [
  new RegExp(String.raw`!3d${dot}!4d${dot}`),
  new RegExp(String.raw`[?&#]mlat=${dot}&mlon=${dot}`),
  new RegExp(String.raw`[?&](?:q|query|ll|sll|daddr|destination|to|cp|map|center)=(?:loc:)?${dot}[,~/]${dot}`),
  new RegExp(String.raw`^geo:${dot},${dot}`),
  new RegExp(String.raw`/@${dot},${dot}`),
  new RegExp(String.raw`#map=\d+(?:\.\d+)?/${dot}/${dot}`),
];

/** The place in what somebody typed or pasted: degrees, degrees and minutes, or a link of a map site; null where there is none. */
export function readPoint(text: string): Point | null {
  const plain = text.trim();
  if (/^(?:https?|geo):/i.test(plain)) return inLink(plain);
  const [, lat, lng] = pair.exec(plain) ?? [];
  return lat && lng ? checked(parsed(lat), parsed(lng)) : withSides(plain);
}

function inLink(link: string): Point | null {
  const open = link.replace(/%2C/gi, ",");
  const [, lat, lng] = inLinks.map((pattern) => pattern.exec(open)).find((found) => found !== null) ?? [];
  return lat && lng ? checked(Number(lat), Number(lng)) : null;
}

function withSides(text: string): Point | null {
  const [, s1 = "", d1, m1, p1, s2 = "", d2, m2, p2] = sidesBefore.exec(text) ?? reordered(sidesAfter.exec(text));
  const [one, other] = [signed(s1, d1, m1, p1), signed(s2, d2, m2, p2)];
  if (s1 === "" || isEastWest(s1) === isEastWest(s2)) return null;
  return isEastWest(s1) ? checked(other, one) : checked(one, other);
}

/** Sides that follow, as if they went before. */
function reordered(found: readonly string[] | null): readonly (string | undefined)[] {
  const [all, d1, m1, p1, s1, d2, m2, p2, s2] = found ?? [];
  return [all, s1, d1, m1, p1, s2, d2, m2, p2];
}

function signed(side: string, whole = "", minutes = "0", seconds = "0"): number {
  const value = parsed(whole) + parsed(minutes) / 60 + parsed(seconds) / 3600;
  return /[sw]/i.test(side) ? -value : value;
}

/** O is the east of German and Dutch. */
const isEastWest = (side: string) => /[ewo]/i.test(side);
const parsed = (text: string) => Number(text.replace(",", ".").replace("−", "-"));
