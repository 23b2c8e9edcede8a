import { z } from "zod";
import { instant } from "#shared/contract/contract.ts";
import { assetKind } from "../../../settings/asset-types/asset-types.contract.ts";

/** An asset as it goes along on a trip. */
export const assetOfTrip = z.object({
  assetId: z.uuid(),
  assetNo: z.string(),
  typeName: z.string(),
  kind: assetKind,
  attachedAt: instant.nullable(),
  detachedAt: instant.nullable(),
  /** Why it was left on the way. */
  reason: z.string().nullable(),
});
