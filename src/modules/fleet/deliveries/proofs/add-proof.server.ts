import { sql } from "kysely";
import type { z } from "zod";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { inGroup } from "#shared/flow/groups.ts";
import type { Ctx } from "#server/http/context.ts";
import type { RecordOf } from "#server/records/records.ts";
import { momentOf } from "../../trips/true-times.server.ts";
import { fleetDeliveryRecord, type newProof } from "../deliveries.contract.ts";
import { fleetDeliveryFlow } from "../deliveries.flow.ts";
import { useCode } from "./codes.server.ts";

type Delivery = RecordOf<"fleet_deliveries">;

/** More than anybody shows of one attempt; a phone that goes on is broken, or not a driver's. */
const mostProofs = 100;

/** Adds what shows that goods were handed over, of the attempt at hand or of that by a trip; also after its outcome was told. */
export async function addProof(
  ctx: Ctx,
  delivery: Delivery,
  given: z.output<typeof newProof>,
  byTrip?: string,
): Promise<void> {
  const { id, status } = delivery;
  if (!inGroup(fleetDeliveryFlow, "provable", status) || delivery.forgottenAt !== null)
    throw conflict("wrong_state", message("There is nothing to prove of it: it is on no trip."), { status });
  const { type, fileId, signerName, note, latitude, longitude } = given;
  if ((latitude === null) !== (longitude === null)) throw invalid({ longitude: message("Give both, or none.") });
  if (type === "signature" && signerName === null) throw invalid({ signerName: message("Say who signed.") });
  if (type === "note" && note === null) throw invalid({ note: message("Write what is to be known.") });
  if (type === "barcode" && note === null)
    throw invalid({ note: message("Scan the barcode, or write what stands below it.") });
  if (type === "signature" || type === "photo") await mustBePicture(ctx, id, fileId);
  else if (fileId !== null) throw invalid({ fileId: message("Only signatures and photos have a picture.") });
  const attemptNo = await attemptBy(ctx, delivery, byTrip);
  await mustBeFew(ctx, id, attemptNo);
  const capturedAt = momentOf(given.capturedAt);
  if (type === "code") await useCode(ctx, id, given.code, capturedAt);
  await sql`insert into fleet_proofs (delivery_id, attempt_no, type, file_id, signer_name, note, captured_at, latitude, longitude,
      captured_by)
    values (${id}, ${attemptNo}, ${type}, ${fileId}, ${signerName}, ${note}, ${capturedAt}, ${latitude}, ${longitude},
      ${ctx.user?.id ?? null})`.execute(ctx.db);
  await ctx.emit("delivery.proofAdded", { id }, { changes: { type: { to: [type] } } });
}

/** The attempt by a trip, that at hand where none is named; 409 `delivery_gone` where that trip made none. */
async function attemptBy(ctx: Ctx, { id, attemptNo, tripId }: Delivery, byTrip = tripId): Promise<number> {
  if (byTrip === tripId) return attemptNo;
  const { rows } = await sql<{ attemptNo: number }>`select attempt_no as "attemptNo" from fleet_delivery_attempts
    where company_id = current_company() and delivery_id = ${id} and trip_id = ${byTrip}
    order by attempt_no desc limit 1`.execute(ctx.db);
  if (!rows[0])
    throw conflict("delivery_gone", message("That trip did not bring it: add the proof on the delivery's own page."));
  return rows[0].attemptNo;
}

/** 409 `proofs_full` once an attempt has as many as it takes; the delivery is locked. */
async function mustBeFew(ctx: Ctx, id: string, attemptNo: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from fleet_proofs
    where company_id = current_company() and delivery_id = ${id} and attempt_no = ${attemptNo}`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) >= mostProofs)
    throw conflict(
      "proofs_full",
      message("There are {most} proofs of this attempt: it takes no more.", { most: mostProofs }),
    );
}

/** 422 for what is no picture, or one of another record. */
async function mustBePicture(ctx: Ctx, id: string, fileId: string | null): Promise<void> {
  const { rows } = await sql`select from files where company_id = current_company() and id = ${fileId}
    and entity = ${fleetDeliveryRecord.entity} and entity_id = ${id} and media_type like 'image/%'`.execute(ctx.db);
  if (rows.length === 0) throw invalid({ fileId: message("Upload the picture to this delivery first.") });
}
