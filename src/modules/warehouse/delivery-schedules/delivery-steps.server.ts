import { sql } from "kysely";
import { readSite } from "#modules/settings/locations/site.server.ts";
import { conflict, gone, invalid, message } from "#shared/contract/problem.ts";
import type { Ctx } from "#server/http/context.ts";
import { flowHandlers } from "#server/records/flow.ts";
import { revokeLinks, useLink } from "#server/mail/links.ts";
import { findById } from "#server/records/records.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { mustBeSentWith } from "./booking/delivery-carrier.server.ts";
import { takeLoad } from "./booking/delivery-lines.server.ts";
import {
  followMove,
  followPlan,
  letGo,
  moveChanges,
  placedColumns,
  notifyParty,
  type Delivery,
} from "./delivery-plan.server.ts";
import { standard } from "./delivery-record.server.ts";
import { deliveryScheduleSteps, deliveryScheduleRecord } from "./delivery-schedules.contract.ts";
import { deliveryScheduleFlow } from "./delivery-schedules.flow.ts";
import { keptUntil, place, slotOf } from "./booking/delivery-slots.server.ts";
import { changeDock, dropTrailer, start } from "./floor/at-dock.server.ts";
import { arrive } from "./floor/arrival.server.ts";
import {
  afterLeaving,
  leaving,
  lockOrdersOfDeliveries,
  mustBeCounted,
  stateAfterLeaving,
} from "./floor/departure.server.ts";
import { nextTime } from "./floor/real-times.server.ts";
import { lockAround } from "./floor/stand.server.ts";
import { undoable } from "./undo/kept-steps.server.ts";

const bare = flowHandlers(
  deliveryScheduleSteps,
  deliveryScheduleFlow,
  { record: deliveryScheduleRecord, read: standard.read },
  {
    approve: {
      check: (ctx, delivery, { name }) => answerByLink(ctx, delivery, name, "approved"),
      set: () => ({ awaitingParty: "none", holdExpiresAt: null }),
      async then(ctx, delivery) {
        await revokeLinks(ctx, { purpose: "ds.approve", subjectId: delivery.id, reason: "decided" });
        await followPlan(ctx, delivery);
        await notifyBooker(ctx, delivery, "approved");
        await notifyParty(ctx, delivery.id, "confirmed");
      },
      event: (ctx, _delivery, { name }) => answeredBy(ctx, name),
    },
    counter: {
      check: (ctx, delivery, { name }) => answerByLink(ctx, delivery, name, "countered"),
      async set(ctx, delivery, { plannedStart }) {
        const plannedEnd = later(plannedStart, Date.parse(delivery.plannedEnd) - Date.parse(delivery.plannedStart));
        const placed = await place(
          ctx,
          delivery.id,
          { ...slotOf(delivery), dockId: null, plannedStart, plannedEnd },
          "link",
        );
        return {
          ...placedColumns(placed),
          plannedStart,
          plannedEnd,
          holdExpiresAt: placed.keptUntil,
          awaitingParty: "warehouse",
          revision: delivery.revision + 1,
          rescheduleCount: delivery.rescheduleCount + 1,
        };
      },
      async then(ctx, delivery) {
        await followMove(ctx, delivery);
        await notifyBooker(ctx, delivery, "countered");
      },
      event: async (ctx, delivery, { name }, before) => ({
        ...answeredBy(ctx, name),
        changes: await moveChanges(ctx, before, delivery),
      }),
    },
    decline: {
      check: (ctx, delivery, { name }) => answerByLink(ctx, delivery, name, "declined"),
      set: (_ctx, _delivery, { reason }) => ({ awaitingParty: "none", holdExpiresAt: null, declineReason: reason }),
      async then(ctx, delivery) {
        await revokeLinks(ctx, { purpose: "ds.approve", subjectId: delivery.id, reason: "decided" });
        await letGo(ctx, delivery.id);
        await notifyBooker(ctx, delivery, "declined");
      },
      event: (ctx, _delivery, { name }) => answeredBy(ctx, name),
    },
    propose: {
      async check(ctx, { vendorId, carrierId, carrierEmail }, { party }) {
        if (party === "carrier") await mustBeSentWith(ctx, carrierId);
        await mustBeReachable(ctx, { party, vendorId, carrierEmail });
      },
      set: async (ctx, delivery, { party }) => ({
        awaitingParty: party,
        revision: delivery.revision + 1,
        holdExpiresAt: keptUntil(await readSite(ctx.db, delivery.locationId), delivery.plannedStart),
      }),
      then: followMove,
    },
    move: {
      to: (_ctx, delivery) => plannedStatus(delivery),
      async set(ctx, delivery, { plannedStart, plannedEnd, dockId, override }) {
        const placed = await place(
          ctx,
          delivery.id,
          { ...slotOf(delivery), dockId: dockId ?? delivery.dockId, plannedStart, plannedEnd },
          override ? "override" : "staff",
        );
        const isAtOtherTime = plannedStart !== delivery.plannedStart || plannedEnd !== delivery.plannedEnd;
        return {
          ...placedColumns(placed),
          displacedById: null,
          plannedStart,
          plannedEnd,
          holdExpiresAt: delivery.status === "scheduled" ? null : placed.keptUntil,
          revision: delivery.revision + 1,
          rescheduleCount: delivery.rescheduleCount + (isAtOtherTime ? 1 : 0),
        };
      },
      then: followMove,
      event: async (ctx, delivery, _body, before) => ({ changes: await moveChanges(ctx, before, delivery) }),
    },
    arrive: undoable("arrive", arrive),
    start: undoable("start", start),
    changeDock: undoable("changeDock", changeDock),
    dropTrailer: undoable("dropTrailer", dropTrailer),
    unload: undoable("unload", {
      set: async (ctx, delivery, { at }) => ({ unloadEndAt: await nextTime(ctx, delivery, at, ["unloadEndAt"]) }),
    }),
    depart: undoable("depart", {
      to: stateAfterLeaving,
      set: async (ctx, delivery, { at }) => leaving(delivery, await nextTime(ctx, delivery, at, ["gateOutAt"])),
      async then(ctx, delivery) {
        await afterLeaving(ctx, delivery);
        if (delivery.status === "completed")
          await ctx.emit("delivery-schedule.completed", delivery, { to: "completed" });
      },
    }),
    complete: undoable("complete", {
      check: (ctx, delivery, { nothingReceivedReason }) => mustBeCounted(ctx, delivery, nothingReceivedReason),
      set: async (ctx, delivery, { at, nothingReceivedReason }) => ({
        ...leaving(delivery, await nextTime(ctx, delivery, at, delivery.gateOutAt ? [] : ["gateOutAt"])),
        nothingReceivedReason,
      }),
      then: (ctx, delivery) => letGo(ctx, delivery.id),
      event: (_ctx, _delivery, { nothingReceivedReason }) =>
        nothingReceivedReason === null ? {} : { reason: nothingReceivedReason },
    }),
    refuse: undoable("refuse", {
      set: async (ctx, delivery, { reason, at }) => ({
        ...leaving(delivery, await nextTime(ctx, delivery, at, ["gateOutAt"])),
        refusedReason: reason,
      }),
      then: (ctx, delivery) => letGo(ctx, delivery.id),
    }),
    markNoShow: { then: (ctx, delivery) => letGo(ctx, delivery.id) },
    cancel: {
      set: (_ctx, _delivery, { reason }) => ({ cancelReason: reason, awaitingParty: "none", holdExpiresAt: null }),
      async then(ctx, delivery) {
        await revokeLinks(ctx, { purpose: "ds.approve", subjectId: delivery.id, reason: "cancelled" });
        await letGo(ctx, delivery.id);
        await notifyParty(ctx, delivery.id, "cancelled");
      },
    },
  },
);

/** The steps of a delivery. Those that give quantities back lock the orders first, as everything does that touches both. */
export const steps = {
  ...bare,
  decline: ordersFirst(bare.decline),
  arrive: ordersFirst(bare.arrive),
  start: aroundTheDoor(bare.start),
  changeDock: aroundTheDoor(bare.changeDock),
  dropTrailer: aroundTheDoor(bare.dropTrailer),
  depart: ordersFirst(bare.depart),
  complete: ordersFirst(bare.complete),
  refuse: ordersFirst(bare.refuse),
  markNoShow: ordersFirst(bare.markNoShow),
  cancel: ordersFirst(bare.cancel),
};

function ordersFirst<Req extends { readonly id: string }, Reply>(
  step: (ctx: Ctx, req: Req) => Promise<Reply>,
): (ctx: Ctx, req: Req) => Promise<Reply> {
  return async (ctx, req) => {
    await takeLoad(ctx, req.id);
    return step(ctx, req);
  };
}

/** Everything that taking a door may touch is locked first: orders, deliveries that stand or are planned there, the dock. */
function aroundTheDoor<
  Reply,
  Req extends {
    readonly id: string;
    readonly body: { readonly dockId: string | null; readonly departed: readonly { readonly id: string }[] };
  },
>(step: (ctx: Ctx, req: Req) => Promise<Reply>): (ctx: Ctx, req: Req) => Promise<Reply> {
  return async (ctx, req) => {
    const gone = req.body.departed.map(({ id }) => id);
    if (gone.length > 0) await lockOrdersOfDeliveries(ctx, gone);
    const dockId = req.body.dockId ?? (await findById(ctx.db, "delivery_schedules", req.id)).dockId;
    if (dockId !== null) await lockAround(ctx, req.id, dockId, gone);
    return step(ctx, req);
  };
}

/** The party that is asked answers with its name, once, and for the plan that it was shown. */
async function answerByLink(ctx: Ctx, delivery: Delivery, name: string | null, what: string): Promise<void> {
  if (!ctx.link) return;
  if (name === null || name.length < 2) throw invalid({ name: message("Type your name.") });
  if (ctx.link.subjectRevision !== delivery.revision)
    throw gone(message("This link is over."), { state: "superseded", at: delivery.updatedAt });
  if (delivery.status !== "proposed")
    throw conflict(
      "wrong_state",
      message("This cannot be done any more: it is {status} now. Reload to see it.", { status: delivery.status }),
      { status: delivery.status },
    );
  await useLink(ctx, name, what);
}

/** By link the person who typed their name did it; on the phone somebody answered through a user. */
function answeredBy(ctx: Ctx, name: string | null) {
  if (name === null) return {};
  return ctx.link ? { actorName: name } : { changes: { answeredFor: name } };
}

async function notifyBooker(
  ctx: Ctx,
  delivery: Delivery,
  answer: "approved" | "countered" | "declined",
): Promise<void> {
  if (delivery.createdBy !== null && delivery.createdBy !== ctx.user?.id)
    await ctx.enqueue("mail-delivery-answer", { deliveryScheduleId: delivery.id, userId: delivery.createdBy, answer });
}

/** 422 unless there is an address to which the question can be mailed. */
export async function mustBeReachable(
  ctx: Ctx,
  {
    party,
    vendorId,
    carrierEmail,
  }: { party: "vendor" | "carrier"; vendorId: string | null; carrierEmail: string | null },
): Promise<void> {
  if (party === "carrier") {
    if (carrierEmail === null)
      throw invalid({ carrierEmail: message("Give the carrier's address, so that it can be asked.") });
    return;
  }
  const { rows } = await sql<{
    email: string | null;
  }>`select order_email as email from vendors where company_id = current_company() and id = ${vendorId}`.execute(
    ctx.db,
  );
  if (!rows[0]?.email)
    throw invalid({
      vendorId: message("Choose a vendor that has an e-mail address for orders, so that it can be asked."),
    });
}

function plannedStatus({ status }: Delivery): "requested" | "proposed" | "scheduled" {
  return inGroup(deliveryScheduleFlow, "tentative", status) ? status : "scheduled"; // a move starts from these three only
}

const later = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();
