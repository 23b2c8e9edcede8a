import { z } from "zod";

const figure = z.string().nullable();

/** What the meter of one vehicle showed on a trip, in that vehicle's own unit; null where nobody has told it. */
export const tripMeter = z.object({
  vehicleId: z.uuid(),
  vehicleName: z.string(),
  unit: z.enum(["km", "mi", "h"]),
  start: figure,
  end: figure,
  /** What it drove, or ran, on this trip; null where either end is missing, or another meter was put in between. */
  driven: figure,
});
export type TripMeter = z.output<typeof tripMeter>;
