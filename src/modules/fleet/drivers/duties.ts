import { z } from "zod";
import { hasAbility } from "#shared/flow/abilities.ts";

/** What a driver does just now. Who drives is said by the trip, the rest by the driver or a dispatcher too. */
export const duty = z.enum(["off_duty", "on_duty", "driving", "on_break"]);
export type Duty = z.output<typeof duty>;
export const dutyByHand = duty.exclude(["driving"]);
export type DutyByHand = z.output<typeof dutyByHand>;
/** Those of somebody who is at work. */
export const dutiesAtWork = duty.exclude(["off_duty"]).options;

/** By which ability of a driver each is said. */
const ways = [
  ["goOnDuty", "on_duty"],
  ["takeBreak", "on_break"],
  ["goOffDuty", "off_duty"],
] as const satisfies readonly (readonly [ability: string, DutyByHand])[];

/** What may be said of a driver now, by the server's account. */
export const dutiesOffered = (driver: Parameters<typeof hasAbility>[0]): DutyByHand[] =>
  ways.filter(([ability]) => hasAbility(driver, ability)).map(([, wanted]) => wanted);
