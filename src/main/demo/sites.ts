import type { WeekHours } from "#shared/format/wall-time.ts";
import { weekOf } from "./hours.ts";

/** One of the people of a site: name, mailbox, and the hours of the day and days of the week in which they work. */
interface Shift {
  readonly name: string;
  readonly mailbox: string;
  readonly from: number;
  readonly until: number;
}

export interface SitePlan {
  readonly code: string;
  readonly name: string;
  readonly timezone: string;
  readonly city: string;
  readonly country: string;
  /** Whose vendors and carriers deliver there. */
  readonly region: "EU" | "US";
  readonly street: string;
  readonly postalCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly week: readonly WeekHours[];
  /** Days of every year on which nobody is there: `12-25`. */
  readonly closedOn: readonly string[];
  readonly docks: readonly (readonly [code: string, type: string, lanes: number])[];
  /** Dock supervisors of its own by their shifts; those of the sign-in page where there are none. */
  readonly shifts: readonly Shift[];
}

const holidays = ["12-25", "01-01"];

/** The first works round the clock all year, so that something moves there at any moment; the others keep their hours. */
export const demoSites = {
  antwerp: {
    code: "ANR",
    name: "Antwerp Gateway",
    timezone: "Europe/Brussels",
    city: "Antwerpen",
    country: "BE",
    region: "EU",
    street: "Noorderlaan 710",
    postalCode: "2030",
    latitude: 51.2707,
    longitude: 4.3872,
    week: weekOf([0, 1, 2, 3, 4, 5, 6], "00:00", "24:00"),
    closedOn: [],
    docks: [
      ["1", "standard_door", 1],
      ["2", "standard_door", 1],
      ["3", "standard_door", 1],
      ["4", "reefer_door", 1],
      ["5", "reefer_door", 1],
      ["6", "cross_dock", 2],
      ["7", "container", 1],
      ["8", "container", 1],
    ],
    shifts: [
      { name: "Femke Aerts", mailbox: "femke.aerts", from: 6, until: 14 },
      { name: "Bram Wouters", mailbox: "bram.wouters", from: 14, until: 22 },
      { name: "Nadia El Amrani", mailbox: "nadia.elamrani", from: 22, until: 6 },
    ],
  },
  tilburg: {
    code: "TIL",
    name: "Tilburg DC",
    timezone: "Europe/Amsterdam",
    city: "Tilburg",
    country: "NL",
    region: "EU",
    street: "Ledeboerstraat 40",
    postalCode: "5048 AD",
    latitude: 51.5719,
    longitude: 5.0353,
    week: [...weekOf([1, 2, 3, 4, 5], "06:00", "20:00"), ...weekOf([6], "06:00", "14:00")],
    closedOn: holidays,
    docks: [
      ["1", "standard_door", 1],
      ["2", "standard_door", 1],
      ["3", "standard_door", 1],
      ["4", "reefer_door", 1],
      ["5", "cross_dock", 2],
      ["6", "container", 1],
      ["7", "parcel", 2],
    ],
    shifts: [],
  },
  newark: {
    code: "NWK",
    name: "Newark XD",
    timezone: "America/New_York",
    city: "Newark",
    country: "US",
    region: "US",
    street: "1180 Corbin Street",
    postalCode: "07201",
    latitude: 40.6846,
    longitude: -74.1446,
    week: [...weekOf([1, 2, 3, 4, 5], "05:00", "21:00"), ...weekOf([6], "05:00", "14:00")],
    closedOn: holidays,
    docks: [
      ["A", "standard_door", 1],
      ["B", "standard_door", 1],
      ["C", "reefer_door", 1],
      ["D", "cross_dock", 2],
      ["E", "flatbed_ramp", 1],
    ],
    shifts: [
      { name: "Dana Whitfield", mailbox: "dana.whitfield", from: 5, until: 13 },
      { name: "Luis Ortega", mailbox: "luis.ortega", from: 13, until: 5 },
    ],
  },
} as const satisfies Readonly<Record<string, SitePlan>>;
export type SiteName = keyof typeof demoSites;

/** The only site of the second company. */
export const secondSite: SitePlan = {
  ...demoSites.tilburg,
  code: "HUL",
  name: "Hull store",
  timezone: "Europe/London",
  city: "Hull",
  country: "GB",
  street: "4 Dock Road",
  postalCode: "HU1 2AA",
  latitude: 53.7446,
  longitude: -0.2858,
  docks: [
    ["1", "standard_door", 1],
    ["2", "standard_door", 1],
  ],
};
