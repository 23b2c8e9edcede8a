import { sql } from "kysely";
import type { z } from "zod";
import { invalid, message } from "#shared/contract/problem.ts";
import { crudHandlers } from "#server/records/crud.ts";
import { lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { discreet } from "../discreet.server.ts";
import { sealedNumber } from "../drivers/sealed-number.server.ts";
import { driverName, validityOf } from "../drivers/valid-on.server.ts";
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

export default serve(driverQualifications, {
  ...standard,
  async create(ctx, { body: { number, ...body }, ...req }) {
    refuseContradictions({ number, ...body });
    const kept = number === null ? {} : sealedNumber(ctx, body.driverId, number);
    return standard.create(ctx, { ...req, body: { ...body, ...kept } as never }); // columns beside those of the input
  },
  async update(ctx, { body: { number, ...body }, ...req }) {
    refuseContradictions({ number, ...body });
    const before = await lockById(ctx.db, "driver_qualifications", req.id);
    if (body.driverId !== before.driverId)
      throw invalid({ driverId: message("A qualification stays with whom it was issued to.") });
    if (number === null || before.version !== body.version)
      return standard.update(ctx, { ...req, body: body as never }); // as above
    const { sealedNumber: sealed, numberEnd } = sealedNumber(ctx, before.driverId, number);
    await sql`update driver_qualifications set sealed_number = ${sealed}, number_end = coalesce(number_end, '')
      where company_id = current_company() and id = ${req.id}`.execute(ctx.db);
    return standard.update(discreet(ctx, ["numberEnd"]), { ...req, body: { ...body, numberEnd } as never }); // as above
  },
});
