import { z } from "zod";

/** What a trip stops for. */
export const stopKind = z.enum(["pickup", "dropoff", "fuel", "rest", "service", "waypoint"]);
