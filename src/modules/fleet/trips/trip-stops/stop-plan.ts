import type { z } from "zod";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { tripInput } from "../trips.contract.ts";

type Input = z.output<typeof tripInput>;

/** What contradicts itself in a trip as it was typed: field → sentence. Which of two times is wrong nobody knows; the later one is named. */
export function planErrors({ plannedStart, plannedEnd, stops, crew, driverId }: Input): Record<string, Sentence> {
  const errors: Record<string, Sentence> = {};
  const [start, end] = [Date.parse(plannedStart), Date.parse(plannedEnd)];
  if (end <= start) errors["plannedEnd"] = message("It ends before it begins.");
  let before = start;
  for (const [at, stop] of stops.entries()) {
    const arrival = Date.parse(stop.plannedArrival);
    const field = `stops.${at}`;
    if (stop.locationId === null && stop.address === null)
      errors[`${field}.address`] = message("Give an address, or choose a location.");
    if ((stop.latitude === null) !== (stop.longitude === null))
      errors[`${field}.longitude`] = message("Give both, or none.");
    if (arrival < start) errors[`${field}.plannedArrival`] = message("The trip begins later than that.");
    else if (arrival > end) errors[`${field}.plannedArrival`] = message("The trip is over by then.");
    else if (arrival < before)
      errors[`${field}.plannedArrival`] = message("The stop before it is reached later than that.");
    before = Math.max(before, arrival);
    if (
      stop.windowStart !== null &&
      stop.windowEnd !== null &&
      Date.parse(stop.windowEnd) <= Date.parse(stop.windowStart)
    )
      errors[`${field}.windowEnd`] = message("It ends before it begins.");
  }
  for (const [at, person] of crew.entries())
    if (person.driverId === driverId) errors[`crew.${at}.driverId`] = message("This is the driver of the trip.");
  return errors;
}
