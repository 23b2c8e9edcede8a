import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import { conflict, invalid, message } from "#shared/contract/problem.ts";
import { fullName } from "#server/db/full-name.ts";
import type { Ctx } from "#server/http/context.ts";
import { crudHandlers, difference, handlersBy } from "#server/records/crud.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { findById, insertRow, lockById, lockMany, type RecordOf } from "#server/records/records.ts";
import { serve } from "#server/http/serve.ts";
import { discreet } from "../discreet.server.ts";
import { authorsAfter, mustNotBeTheCaller } from "../drivers/second-person.server.ts";
import { openedNumber } from "../drivers/sealed-number.server.ts";
import { mustBeKnown } from "../deliveries/forget-consignee.server.ts";
import { mustSeeDelivery } from "../deliveries/told-on-the-road.server.ts";
import { mustSeeTrip } from "../trips/own-trip.server.ts";
import { mustBeEmployed } from "../drivers/kept-of-drivers.server.ts";
import { contradictions, refusedType, strangeSubject, subjects, type TypeNow } from "./document-rules.ts";
import { checkerCount, renewalId, validity } from "./document-states.server.ts";
import { documentRecord, documents, type documentInput } from "./documents.contract.ts";
import { documentFlow, noFile, ownDocument, renewedAlready, type paperInput } from "./documents.flow.ts";
import { mustBeDispensable } from "./kept-documents.server.ts";
import { planHolds, settleHold, settleVehicle } from "./paper-holds.server.ts";
import { sameNumberOf } from "./same-number.server.ts";
import { planReminders } from "./reminders.jobs.ts";

const nameOf = (column: RawBuilder<unknown>) => sql`(select trim(${fullName("u")}) from users u
  where u.company_id = t.company_id and u.id = ${column})`;
const ofType = (
  column: "name" | "blocks_dispatch" | "requires_expiry" | "renewal_months" | "proves",
) => sql`(select ${sql.ref(`k.${column}`)} from document_types k
  where k.company_id = t.company_id and k.id = t.type_id)`;

/** The ordinary handlers; how many people may verify one, and who has its number too, is told to who enters or verifies documents. */
const handlers = (checkers: RawBuilder<unknown>, twin: RawBuilder<unknown>) =>
  crudHandlers(documents, {
    record: documentRecord,
    defaultSort: "endsOn",
    flow: documentFlow,
    where: { validity: (wanted: string[]) => sql`${validity} = any(${wanted})` },
    add: {
      typeName: ofType("name"),
      blocksDispatch: ofType("blocks_dispatch"),
      proves: ofType("proves"),
      driverUserId: sql`(select d.user_id from drivers d where d.company_id = t.company_id and d.id = t.driver_id)`,
      driverName: sql`(select ${fullName("d")} from drivers d
      where d.company_id = t.company_id and d.id = t.driver_id)`,
      vehicleName: sql`(select v.unit_number from vehicles v where v.company_id = t.company_id and v.id = t.vehicle_id)`,
      assetNo: sql`(select a.asset_no from assets a where a.company_id = t.company_id and a.id = t.asset_id)`,
      tripNumber: sql`(select p.trip_number from trips p where p.company_id = t.company_id and p.id = t.trip_id)`,
      deliveryNumber: sql`(select f.delivery_number from fleet_deliveries f
      where f.company_id = t.company_id and f.id = t.delivery_id)`,
      validity,
      renewalId,
      enteredByName: nameOf(sql`t.entered_by`),
      decidedByName: nameOf(sql`t.decided_by`),
      requiresExpiry: ofType("requires_expiry"),
      renewalMonths: ofType("renewal_months"),
      checkerCount: checkers,
      sameNumberOf: twin,
      fileCount: sql`(select count(*)::int from files f where f.company_id = t.company_id and f.entity = 'document'
      and f.entity_id = t.id)`,
    },
  });
const tellingAll = handlers(checkerCount, sameNumberOf({ confidential: true }));
const tellingOpen = handlers(checkerCount, sameNumberOf({ confidential: false }));
const tellingOwn = handlers(checkerCount, sql`null::text`);
const silent = handlers(sql`null::int`, sql`null::text`);
const of = (ctx: Pick<Ctx, "can">) => {
  if (!ctx.can("CAN_EDIT_DOCUMENTS") && !ctx.can("CAN_VERIFY_DOCUMENTS")) return silent;
  if (!ctx.can("CAN_VIEW_DOCUMENTS")) return tellingOwn;
  return ctx.can("CAN_VIEW_DRIVER_PAPERS") ? tellingAll : tellingOpen;
};
const standard = handlersBy(tellingAll, of);

type Input = z.output<typeof documentInput>;
type Paper = z.output<typeof paperInput>;

/** The type of a document as it stays until this transaction ends: who sees a document is decided by it once. */
async function typeOf(ctx: Ctx, id: string): Promise<TypeNow> {
  const { rows } = await sql<TypeNow>`select subject, is_confidential as "isConfidential",
      requires_expiry as "requiresExpiry", is_active and archived_at is null as "isOffered" from document_types
    where company_id = current_company() and id = ${id} for share`.execute(ctx.db);
  if (!rows[0]) throw invalid({ typeId: message("Choose one from the list.") });
  return rows[0];
}

/** What follows from the type; refuses what contradicts it. */
function columnsOf(type: TypeNow, input: Input) {
  const { title, number, issuer, issuedOn, validFrom, expiresOn } = input;
  const stranger = strangeSubject(type.subject, (subject) => input[`${subject}Id`] !== null);
  if (stranger) throw invalid({ [`${stranger.subject}Id`]: stranger.sentence });
  const wrong = contradictions(type, input);
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return {
    typeId: input.typeId,
    ...whose(input),
    title,
    number,
    issuer,
    issuedOn,
    validFrom,
    expiresOn,
    subject: type.subject,
    isConfidential: type.isConfidential,
  };
}

/** The same for a document that is entered now. */
async function newColumnsOf(ctx: Ctx, input: Input) {
  const type = await typeOf(ctx, input.typeId);
  const columns = columnsOf(type, input);
  const refused = refusedType(type, ctx.can("CAN_VIEW_DRIVER_PAPERS"));
  if (refused) throw invalid({ typeId: refused });
  return { ...columns, enteredBy: ctx.user?.id ?? null };
}

/** A renewal holds longer than what it renews. */
function refuseShorter({ expiresOn }: Pick<Paper, "expiresOn">, before: Pick<Paper, "expiresOn">): void {
  if (expiresOn !== null && before.expiresOn !== null && expiresOn <= before.expiresOn)
    throw invalid({ expiresOn: message("It does not end after the one that it renews.") });
}

/** Of whom or what a document is; nothing of it is one of the company. */
const whose = ({
  driverId,
  vehicleId,
  assetId,
  tripId,
  deliveryId,
}: Pick<Input, `${(typeof subjects)[number]}Id`>) => ({
  driverId,
  vehicleId,
  assetId,
  tripId,
  deliveryId,
});

const undecided = { status: "pending", decidedAt: null, decisionReason: null } as const;
const decided = (ctx: Ctx) => ({ decidedBy: ctx.user?.id ?? null, decidedAt: new Date() });

/** Nobody verifies what they have uploaded or what is about themselves, and nobody what nobody has uploaded. */
async function mustBeSeenByAnother(ctx: Ctx, { id, driverId }: RecordOf<"papers">): Promise<void> {
  await mustNotBeTheCaller(ctx, { driverId });
  const { rows } = await sql<{
    isOwn: boolean;
  }>`select f.created_by is not distinct from ${ctx.user?.id ?? null} as "isOwn"
    from files f where f.company_id = current_company() and f.entity = 'document' and f.entity_id = ${id}`.execute(
    ctx.db,
  );
  const no = rows.length === 0 ? noFile : rows.some(({ isOwn }) => isOwn) ? ownDocument : null;
  if (no) throw conflict(no.code, no.sentence);
}

async function mustBeTheLast(ctx: Ctx, { id }: RecordOf<"papers">): Promise<void> {
  const { rows } = await sql<{ renewalId: string | null }>`select ${renewalId} as "renewalId" from papers t
    where t.company_id = current_company() and t.id = ${id}`.execute(ctx.db);
  if (rows[0]?.renewalId) throw conflict(renewedAlready.code, renewedAlready.sentence);
}

/** Nothing is entered of a driver who has left, nor of a delivery whose consignee is forgotten; both are locked. */
async function mustBeKept(ctx: Ctx, { driverId, deliveryId }: Pick<Input, "driverId" | "deliveryId">): Promise<void> {
  await mustBeEmployed(ctx, driverId);
  if (deliveryId !== null) mustBeKnown(await deliveryOf(ctx, deliveryId));
}

async function deliveryOf(ctx: Ctx, id: string): Promise<RecordOf<"fleet_deliveries">> {
  const [delivery] = await lockMany(ctx.db, "fleet_deliveries", [id]);
  if (!delivery) throw invalid({ deliveryId: message("Choose one from the list.") });
  return delivery;
}

async function addRenewal(ctx: Ctx, before: RecordOf<"papers">, paper: Paper): Promise<void> {
  await mustBeKept(ctx, before);
  refuseShorter(paper, before);
  const { id, typeId } = before;
  const columns = await newColumnsOf(ctx, { typeId, ...whose(before), ...paper });
  const createdBy = ctx.user?.id ?? null;
  await ctx.emit("document.created", await insertRow(ctx.db, "papers", { ...columns, supersedesId: id, createdBy }));
}

async function planAndSettle(ctx: Ctx, document: RecordOf<"papers">): Promise<void> {
  await planReminders(ctx, document);
  await planHolds(ctx, document);
  await settleHold(ctx, document.id);
}

const steps = flowHandlers(
  documents,
  documentFlow,
  { record: documentRecord, read: standard.read },
  {
    verify: { check: mustBeSeenByAnother, set: (ctx) => decided(ctx), then: planAndSettle },
    reject: {
      check: mustNotBeTheCaller,
      set: (ctx, _document, { reason }) => ({ ...decided(ctx), decisionReason: reason }),
    },
    renew: { check: mustBeTheLast, then: addRenewal },
    revoke: {
      set: (ctx, _document, { reason }) => ({ ...decided(ctx), decisionReason: reason }),
      then: (ctx, { id }) => settleHold(ctx, id),
    },
  },
);

export default serve(documents, {
  ...standard,
  ...steps,
  async create(ctx, req) {
    await mustSeeTrip(ctx, req.body.tripId);
    await mustSeeDelivery(ctx, req.body.deliveryId);
    await mustBeKept(ctx, req.body);
    const body = await newColumnsOf(ctx, req.body);
    return standard.create(ctx, { ...req, body: body as never }); // columns beside those of the input
  },
  async update(ctx, { body: { version, ...body }, ...req }) {
    const before = await lockById(ctx.db, "papers", req.id);
    const seen = await standard.read(ctx, req);
    if (body.typeId !== before.typeId || subjects.some((subject) => body[`${subject}Id`] !== before[`${subject}Id`]))
      throw invalid({ typeId: message("What a document is and whose it is stays. Enter another one.") });
    columnsOf(await typeOf(ctx, before.typeId), body);
    if (before.supersedesId !== null) refuseShorter(body, await findById(ctx.db, "papers", before.supersedesId));
    const isEditable = documentFlow.editable.some((state) => state === before.status) && version === before.version;
    if (isEditable && Object.keys(difference(seen, body)).length === 0) return seen;
    if (isEditable)
      await sql`update papers set decided_by = null, ${body.number === null ? sql`` : sql`sealed_number = null, number_end = null,`}
        authors = ${authorsAfter(ctx, before)}::uuid[]
        where company_id = current_company() and id = ${req.id}`.execute(ctx.db);
    return standard.update(discreet(ctx, ["number"]), {
      ...req,
      body: { ...body, ...(isEditable ? undecided : {}), version } as never,
    }); // as above
  },
  async remove(ctx, req) {
    const { vehicleId } = await lockById(ctx.db, "papers", req.id);
    await mustBeDispensable(ctx, req.id, "remove");
    await standard.remove(ctx, req);
    if (vehicleId !== null) await settleVehicle(ctx, vehicleId);
  },
  async archive(ctx, req) {
    const { archivedAt } = await lockById(ctx.db, "papers", req.id);
    if (archivedAt === null) await mustBeDispensable(ctx, req.id, "archive");
    return standard.archive(ctx, req);
  },
  /** In a transaction of its own: what it answers is kept for no repeated call. */
  number: (bare, { id }) =>
    bare.open(async (ctx) => {
      const { driverId, sealedNumber } = await findById(ctx.db, "papers", id);
      if (driverId === null || sealedNumber === null)
        throw conflict("number_is_open", message("The number of this document is not sealed."));
      await ctx.emit("document.numberRead", { id });
      return { number: openedNumber(ctx, driverId, sealedNumber) };
    }),
});
