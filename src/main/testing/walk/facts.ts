import { randomUUID } from "node:crypto";
import { deliveryScheduleFlow } from "#modules/warehouse/delivery-schedules/delivery-schedules.flow.ts";
import { issueFlow } from "#modules/warehouse/issues/issues.flow.ts";
import { deliveriesPath } from "#main/testing/records/docks.ts";
import { ordersPath, saved } from "#main/testing/records/orders.ts";
import type { Body } from "#main/testing/test-app.ts";
import { linesOf } from "./oracle.ts";
import type { Settled } from "./settled.ts";
import type { Person, Told, Walker } from "./walker.ts";

const receiptsPath = "/api/warehouse/receipts";
const issuesPath = "/api/warehouse/issues";
const reason = "By the walk";

/** The orders of which a delivery or a receipt tells. */
const ordersOf = (record: Body): string[] =>
  linesOf(record, "lines").flatMap((line) =>
    typeof line["purchaseOrderId"] === "string" ? line["purchaseOrderId"] : [],
  );

/** A step of a delivery: what happens at the gate, at the doors and in the plan. */
export async function deliveryStep(walker: Walker): Promise<void> {
  const { chance } = walker;
  if (walker.deliveries.length === 0 || chance.of(0.04)) return walkIn(walker);
  const person = chance.one<Person>(["docks", "docks", "receiver", "approver", "admin"]);
  const client = walker.client(person);
  const delivery = await walker.read(deliveriesPath, chance.one(walker.deliveries), client);
  const { name, offered } = walker.stepOf(delivery, Object.keys(deliveryScheduleFlow.steps));
  if (["cancel", "decline", "refuse"].includes(name) && chance.of(0.6)) return;
  const body = deliveryBody(walker, delivery, name);
  let told = await walker.take(delivery, person, name, { path: deliveriesPath, client, body, offered });
  if (told.answer.body.code === "dock_occupied" && chance.of(0.8)) {
    const standing = linesOf(told.answer.body["details"] as Body, "standing"); // a dock that is occupied says by whom
    const departed = standing.map(({ id }) => ({ id }));
    told = await walker.take(delivery, person, name, {
      path: deliveriesPath,
      client,
      body: { ...body, departed },
      offered,
    });
  }
  await walker.judgeOrders(ordersOf(delivery), told);
}

function deliveryBody(walker: Walker, delivery: Body, name: string): Record<string, unknown> {
  const { chance } = walker;
  const dockId = chance.one([null, delivery["dockId"], ...(walker.yardOf(delivery)?.dockIds ?? [])]);
  const start = Math.floor(Date.now() / 900_000) * 900_000 + (24 + chance.below(240)) * 3_600_000;
  const slot = {
    plannedStart: new Date(start).toISOString(),
    plannedEnd: new Date(start + 3_600_000).toISOString(),
  };
  const bodies: Record<string, Record<string, unknown>> = {
    decline: { reason },
    counter: { ...slot, plannedEnd: undefined, name: "Anke Lührs" },
    propose: { party: "vendor" },
    move: { ...slot, dockId },
    arrive: { dockId, tractorPlate: chance.one([null, "AB-12-CD"]) },
    start: { dockId },
    changeDock: { dockId: chance.one(walker.yardOf(delivery)?.dockIds ?? [dockId]) },
    complete: { nothingReceivedReason: chance.one([null, null, "Nothing of it was on the truck"]) },
    refuse: { reason },
    cancel: { reason },
  };
  return bodies[name] ?? {};
}

/** A truck that nobody booked. It stands there: that can always be recorded. */
async function walkIn(walker: Walker): Promise<void> {
  const { docks } = walker.ground.people;
  const answer = await docks.post(`${deliveriesPath}/walk-ins`, {
    locationId: walker.ground.yards[0]?.locationId,
    vendorId: walker.chance.one([walker.ground.vendorId, null]),
    tractorPlate: "WALK-IN",
  });
  const told = { step: "docks record a walk-in", answer };
  walker.tell(told, "walkIn");
  if (answer.status !== 200) return walker.fault("a truck that stands there and cannot be recorded", told);
  walker.keep(walker.deliveries, answer.body.id);
}

/** A count: of a truck that is here or of what lies on the dock, of orders or of no order, right, over or far too much. */
export async function postReceipt(walker: Walker): Promise<void> {
  const { chance, ground } = walker;
  const person = chance.one<Person>(["receiver", "receiver", "receiver", "docks", "admin"]);
  const truck = chance.of(0.6) ? await truckHere(walker) : null;
  const orders = new Set(truck ? ordersOf(truck) : []);
  if (orders.size === 0 || chance.of(0.15)) orders.add(chance.one(walker.orders));
  const lines: Record<string, unknown>[] = [];
  let site: unknown;
  for (const id of orders) {
    const order = await walker.read(ordersPath, id);
    site ??= order["shipToLocationId"];
    for (const item of order.items.filter(() => chance.of(0.7))) lines.push(countOf(walker, item));
  }
  if (lines.length === 0 || chance.of(0.07)) lines.push(strayCount(walker));
  const body = {
    clientReceiptKey: randomUUID(),
    deliveryScheduleId: truck?.id ?? null,
    locationId: truck?.["locationId"] ?? (chance.of(0.05) ? ground.yards[1]?.locationId : site),
    overrideReason: chance.one([null, null, "Needed"]),
    lines,
  };
  const answer = await walker.client(person).post(receiptsPath, body);
  const told = { step: `${person} counts ${JSON.stringify(lines)} on ${String(truck?.["number"])}`, answer };
  walker.tell(told, "count");
  if (answer.status === 200) await tellReceipt(walker, answer.body, told);
  else if (lines.every((line) => line["isUnexpected"] === true))
    walker.fault("goods that lie there and cannot be recorded", told);
  await walker.judgeOrders(orders, told);
}

async function truckHere({ chance, deliveries, read }: Walker): Promise<Body | null> {
  for (let tries = 0; tries < 4 && deliveries.length > 0; tries += 1) {
    const delivery = await read(deliveriesPath, chance.one(deliveries));
    if (["arrived", "in_progress", "unloaded"].includes(delivery.status)) return delivery;
  }
  return null;
}

function countOf(walker: Walker, item: Body): Record<string, unknown> {
  const { chance, ground } = walker;
  const product = ground.products.find(({ id }) => id === item["productId"]);
  const isByPiece = chance.of(0.5);
  const size = Number(item["qtyPerUom"]);
  const open = Math.floor(Number(item["openQty"]) * (isByPiece ? size : 1));
  const some = 1 + chance.below(4);
  const all = open > 0 && !chance.of(0.1) ? (chance.of(0.5) ? open : Math.min(open, some)) : open + some;
  const total = chance.of(0.02) ? all * 100 : all;
  const damaged = chance.of(0.2) ? chance.below(Math.min(total, 4) + 1) : 0;
  const rejected = chance.of(0.15) ? chance.below(Math.min(total - damaged, 4) + 1) : 0;
  return {
    purchaseOrderItemId: item.id,
    productId: item["productId"],
    uom: isByPiece ? "EA" : item["uom"],
    qtyPerUom: isByPiece ? "1" : item["qtyPerUom"],
    acceptedQty: String(total - damaged - rejected),
    damagedQty: String(damaged),
    rejectedQty: String(rejected),
    lotNumber: product?.lot && !chance.of(0.05) ? chance.one(["L1", "L2"]) : null,
    isUnexpected: chance.of(0.12),
  };
}

function strayCount({ chance, ground }: Walker): Record<string, unknown> {
  const product = chance.of(0.8) ? chance.one(ground.products) : null;
  return {
    productId: product?.id ?? null,
    describedAs: product ? null : "A crate without a label",
    uom: "EA",
    qtyPerUom: "1",
    acceptedQty: String(1 + chance.below(5)),
    damagedQty: chance.one(["0", "0", "1"]),
    isUnexpected: true,
  };
}

/** What was posted is what was counted, and counts from now on. */
async function tellReceipt(walker: Walker, receipt: Body, told: Told): Promise<void> {
  walker.oracle.tellPosted(receipt);
  walker.keep(walker.receipts, receipt.id);
  const lines = walker.oracle.receipt(receipt.id) ?? [];
  await walker.judgeProducts(new Set(lines.flatMap(({ productId }) => productId ?? [])), told);
}

/** A receipt is taken back. */
export async function reverse(walker: Walker): Promise<void> {
  if (walker.receipts.length === 0) return;
  const { chance } = walker;
  const person = chance.one<Person>(["admin", "approver", "receiver"]);
  const client = walker.client(person);
  const receipt = await walker.read(receiptsPath, chance.one(walker.receipts), client);
  const { name, offered } = walker.stepOf(receipt, ["reverse"]);
  const told = await walker.take(receipt, person, name, { path: receiptsPath, client, body: { reason }, offered });
  if (told.answer.status === 200) walker.oracle.tellReversed(receipt.id);
  await walker.judgeOrders(ordersOf(receipt), told);
}

/** Somebody reports an issue, or takes a step of one. */
export async function issueStep(walker: Walker, settled: Settled): Promise<void> {
  const { chance } = walker;
  if (chance.of(0.1)) return report(walker);
  const person = chance.one<Person>(["buyer", "buyer", "admin", "approver", "receiver"]);
  const client = walker.client(person);
  const states = chance.one([
    "open",
    "acknowledged",
    "investigating,waiting_party",
    "investigating",
    "resolved,closed",
  ]);
  const { items } = await saved(client.get(`${issuesPath}?status=${states}&limit=20`));
  if (items.length === 0) return;
  const issue = await walker.read(issuesPath, chance.one(items).id, client);
  const asked = walker.stepOf(issue, Object.keys(issueFlow.steps));
  // What moves goods is what the walk is about.
  const moving = ["resolve", "takeGoods"].find((one) => (issue["steps"] as string[]).includes(one));
  const { name, offered } = moving !== undefined && chance.of(0.4) ? { name: moving, offered: true } : asked;
  const body = issueBody(walker, name);
  const told = await walker.take(issue, person, name, { path: issuesPath, client, body, offered });
  if (told.answer.status === 200) await settled.follow(walker, issue, { name, body }, told);
  await walker.judgeOrders([issue["purchaseOrderId"], told.answer.body["purchaseOrderId"]], told);
}

async function report(walker: Walker): Promise<void> {
  const { chance } = walker;
  if (walker.receipts.length === 0) return;
  const receipt = await walker.read(receiptsPath, chance.one(walker.receipts));
  const line = chance.one(linesOf(receipt, "lines"));
  const answer = await walker.ground.people.receiver.post(issuesPath, {
    kind: chance.one(["damaged", "quality", "wrong_item", "packaging"]),
    description: "Found later",
    receiptLineId: line.id,
    qtyAffected: String(1 + chance.below(3)),
    uom: chance.one([line["uom"], "EA"]),
  });
  walker.tell({ step: `receiver reports ${String(receipt["number"])}`, answer }, "report");
}

function issueBody({ chance, orders, ground }: Walker, name: string): Record<string, unknown> {
  const bodies: Record<string, () => Record<string, unknown>> = {
    resolve: () => ({
      resolution: chance.one(["accept_as_is", "credit", "return", "return", "return", "scrap", "replace", "rework"]),
      returned: chance.one([null, "expected_again", "expected_again", "credited"]),
      isSentBack: chance.of(0.4),
    }),
    takeGoods: () => ({
      purchaseOrderId: chance.of(0.9) ? chance.one(orders) : null,
      productId: chance.of(0.8) ? chance.one(ground.products).id : null,
      quantity: chance.one([null, null, "1", "2"]),
      unitPrice: chance.of(0.9) ? "2" : null,
      lotNumber: chance.of(0.8) ? "L1" : null,
      note: chance.one([null, "Welcome"]),
    }),
    ...Object.fromEntries(
      ["dismiss", "refuseGoods", "reopen", "undoReturn", "undoScrap", "undoReplace"].map((step) => [
        step,
        () => ({ reason }),
      ]),
    ),
  };
  return bodies[name]?.() ?? {};
}
