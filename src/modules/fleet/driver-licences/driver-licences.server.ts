import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import { invalid, message, type Sentence } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { childRows } from "#server/records/child-rows.ts";
import { crudHandlers, difference } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { findById, lockById } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { discreet } from "../discreet.server.ts";
import { isSealed, openedNumber, sealedNumber } from "../drivers/sealed-number.server.ts";
import { authorsAfter, mustNotBeTheCaller } from "../drivers/second-person.server.ts";
import { mustBeEmployed } from "../drivers/kept-of-drivers.server.ts";
import { driverName, validityOf } from "../drivers/valid-on.server.ts";
import { driverLicenceRecord, driverLicences, heldClass, type driverLicenceInput } from "./driver-licences.contract.ts";
import { driverLicenceFlow } from "./driver-licences.flow.ts";

const nameOf = (column: RawBuilder<unknown>) => sql`(select trim(${fullName("u")}) from users u
  where u.company_id = t.company_id and u.id = ${column})`;

const standard = crudHandlers(driverLicences, {
  record: driverLicenceRecord,
  defaultSort: "expiresOn",
  flow: driverLicenceFlow,
  rows: { classes: childRows("driver_licence_classes", "licence_id", heldClass) },
  add: {
    classEnds: sql`(select coalesce(jsonb_agg(c.class || ' ' || c.expires_on order by c.position), '[]')
      from driver_licence_classes c where c.company_id = t.company_id and c.licence_id = t.id)`,
    validity: validityOf(sql`t.issued_on`, sql`t.expires_on`),
    enteredByName: nameOf(sql`t.entered_by`),
    decidedByName: nameOf(sql`t.decided_by`),
    driverName,
    driverUserId: sql`(select d.user_id from drivers d where d.company_id = t.company_id and d.id = t.driver_id)`,
  },
});

type Input = z.output<typeof driverLicenceInput>;

/** What contradicts itself, by its field. */
export function contradictions({
  issuedOn,
  expiresOn,
  classes,
}: Pick<Input, "issuedOn" | "expiresOn" | "classes">): Record<string, Sentence> {
  return {
    ...(issuedOn !== null && issuedOn > expiresOn ? { expiresOn: message("It ends before it was issued.") } : {}),
    ...Object.fromEntries(
      classes.flatMap((row, at) =>
        row.validFrom !== null && row.validFrom > row.expiresOn
          ? [[`classes.${at}.expiresOn`, message("It ends before it begins.")]]
          : [],
      ),
    ),
  };
}

function refuseContradictions(input: Input): void {
  const errors = contradictions(input);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const decided = (ctx: Ctx) => ({ decidedBy: ctx.user?.id ?? null, decidedAt: new Date() });

const steps = flowHandlers(
  driverLicences,
  driverLicenceFlow,
  { record: driverLicenceRecord, read: standard.read },
  {
    verify: { check: mustNotBeTheCaller, set: (ctx) => decided(ctx) },
    reject: {
      check: mustNotBeTheCaller,
      set: (ctx, _licence, { reason }) => ({ ...decided(ctx), rejectReason: reason }),
    },
  },
);

export default serve(driverLicences, {
  ...standard,
  ...steps,
  async create(ctx, { body: { number, ...body }, ...req }) {
    refuseContradictions({ number, ...body });
    if (number === null) throw invalid({ number: message("Fill this in.") });
    await mustBeEmployed(ctx, body.driverId);
    const kept = { ...sealedNumber(ctx, body.driverId, number), enteredBy: ctx.user?.id ?? null };
    return standard.create(ctx, { ...req, body: { ...body, ...kept } as never }); // columns beside those of the input
  },
  async update(ctx, { body: { number, ...body }, ...req }) {
    refuseContradictions({ number, ...body });
    const licence = await lockById(ctx.db, "driver_licences", req.id);
    const seen = await standard.read(ctx, req);
    if (body.driverId !== licence.driverId)
      throw invalid({ driverId: message("A licence stays with whom it was issued to.") });
    const isKept = number === null || isSealed(ctx, licence, number);
    const { version: _version, ...told } = body;
    if (licence.version === body.version && isKept && Object.keys(difference(seen, told)).length === 0) return seen;
    const { sealedNumber: sealed, numberEnd } = isKept ? licence : sealedNumber(ctx, licence.driverId, number);
    if (licence.version === body.version)
      await sql`update driver_licences set sealed_number = ${sealed}, decided_by = null,
          authors = ${authorsAfter(ctx, licence)}::uuid[]
        where company_id = current_company() and id = ${req.id}`.execute(ctx.db);
    const open = { status: "pending", decidedAt: null, rejectReason: null };
    return standard.update(discreet(ctx, ["numberEnd"]), { ...req, body: { ...body, ...open, numberEnd } as never }); // as above
  },
  /** In a transaction of its own: what it answers is kept for no repeated call. */
  number: (bare, { id }) =>
    bare.open(async (ctx) => {
      const { driverId, sealedNumber: sealed } = await findById(ctx.db, "driver_licences", id);
      await ctx.emit("driver-licence.numberRead", { id });
      return { number: openedNumber(ctx, driverId, sealed) };
    }),
});
