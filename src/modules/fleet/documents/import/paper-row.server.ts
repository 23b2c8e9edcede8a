import { z } from "zod";
import { codeLine, line } from "#shared/fields/fields.ts";
import { paperInput } from "../documents.flow.ts";

/** What a row of a table says of a document. */
export const paperRow = z.object({
  type: z.string().trim().min(1).max(120),
  vehicle: codeLine(60),
  driver: line(170),
  asset: codeLine(60),
  trip: codeLine(60),
  delivery: codeLine(60),
  ...paperInput.shape,
  file: line(2_000),
});
export type PaperRow = z.output<typeof paperRow>;
