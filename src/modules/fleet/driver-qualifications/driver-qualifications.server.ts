import { sql } from "kysely";
import type { z } from "zod";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { lockById, type RecordOf } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { companyToday } from "../company-today.server.ts";
import { discreet } from "../discreet.server.ts";
import { mustBeEmployed } from "../drivers/kept-of-drivers.server.ts";
import { sealedNumber } from "../drivers/sealed-number.server.ts";
import { isCaller } from "../drivers/second-person.server.ts";
import { driverName, standing, validityOf } from "../drivers/valid-on.server.ts";
import {
  driverQualificationRecord,
  driverQualifications,
  type driverQualificationInput,
} from "./driver-qualifications.contract.ts";

const standard = crudHandlers(driverQualifications, {
  record: driverQualificationRecord,
  defaultSort: "kind",
  add: { validity: validityOf(sql`t.valid_from`, sql`t.expires_on`), driverName },
});

function refuseContradictions({ kind, title, validFrom, expiresOn }: z.output<typeof driverQualificationInput>): void {
  if (kind === "other" && title === null) throw invalid({ title: message("Say what it is.") });
  if (validFrom !== null && expiresOn !== null && validFrom > expiresOn)
    throw invalid({ expiresOn: message("It ends before it begins.") });
}

/**
 * Of a kind without which nobody drives the last one that counts, or one that has ended, is taken away by a second person only:
 * who may verify papers, has not entered it, and is not whom it is about.
 */
async function mustBeDispensable(
  ctx: Ctx,
  { id, kind, driverId, createdBy }: RecordOf<"driver_qualifications">,
): Promise<void> {
  if (!standing.includes(kind)) return;
  const { rows } = await sql`select from driver_qualifications q where q.company_id = current_company()
    and q.driver_id = ${driverId} and q.kind = ${kind} and q.id <> ${id} and q.archived_at is null
    and coalesce(q.expires_on, 'infinity') >= ${companyToday} and coalesce(q.valid_from, '-infinity') <= ${companyToday}`.execute(
    ctx.db,
  );
  if (rows.length > 0) return;
  const isSecond = createdBy !== ctx.user?.id && !(await isCaller(ctx, driverId));
  if (ctx.can("CAN_VERIFY_DOCUMENTS") && isSecond) return;
  throw conflict(
    "qualification_needed",
    message("Nobody drives without it. Only who may verify papers, and has not entered it, takes it away."),
  );
}

export default serve(driverQualifications, {
  ...standard,
  async create(ctx, { body: { number, ...body }, ...req }) {
    refuseContradictions({ number, ...body });
    await mustBeEmployed(ctx, body.driverId);
    const kept = number === null ? {} : sealedNumber(ctx, body.driverId, number);
    return standard.create(ctx, { ...req, body: { ...body, ...kept } as never }); // columns beside those of the input
  },
  async update(ctx, { body: { number, ...body }, ...req }) {
    refuseContradictions({ number, ...body });
    const before = await lockById(ctx.db, "driver_qualifications", req.id);
    if (body.driverId !== before.driverId)
      throw invalid({ driverId: message("A qualification stays with whom it was issued to.") });
    if (body.kind !== before.kind && standing.includes(before.kind))
      throw invalid({
        kind: message("Nobody drives without a qualification of this kind: it stays. Enter another one."),
      });
    if (number === null || before.version !== body.version)
      return standard.update(ctx, { ...req, body: body as never }); // as above
    const { sealedNumber: sealed, numberEnd } = sealedNumber(ctx, before.driverId, number);
    await sql`update driver_qualifications set sealed_number = ${sealed}, number_end = coalesce(number_end, '')
      where company_id = current_company() and id = ${req.id}`.execute(ctx.db);
    return standard.update(discreet(ctx, ["numberEnd"]), { ...req, body: { ...body, numberEnd } as never }); // as above
  },
  async remove(ctx, req) {
    const qualification = await lockById(ctx.db, "driver_qualifications", req.id);
    await standard.read(ctx, req); // 404 for whoever may not see it
    await mustBeDispensable(ctx, qualification);
    await standard.remove(ctx, req);
  },
  async archive(ctx, req) {
    const qualification = await lockById(ctx.db, "driver_qualifications", req.id);
    await standard.read(ctx, req); // as above
    if (qualification.archivedAt === null) await mustBeDispensable(ctx, qualification);
    return standard.archive(ctx, req);
  },
});
