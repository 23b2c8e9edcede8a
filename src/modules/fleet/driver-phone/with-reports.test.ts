import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { DriverActionInput, OwnStop, OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import {
  afterTelling,
  deliveriesBefore,
  isInVain,
  isOther,
  isOutOfOrder,
  loadsAt,
  nextStop,
  onBoard,
  stillOnBoard,
  untoldAt,
  withReports,
} from "./with-reports.ts";

const at = "2026-05-04T10:00:00.000Z";
const stop = (id: string): OwnStop => ({
  id,
  status: "pending",
  kind: "dropoff",
  name: id,
  address: null,
  latitude: null,
  longitude: null,
  plannedArrival: at,
  windowStart: null,
  windowEnd: null,
  arrivedAt: null,
  departedAt: null,
  instructions: null,
  outcomeReason: null,
});
const trip: OwnTrip = {
  id: "trip",
  tripNumber: "T-1",
  status: "dispatched",
  statusReason: null,
  role: "driver",
  driverName: null,
  vehicleName: null,
  meterUnit: "km",
  plannedStart: at,
  plannedEnd: at,
  actualStart: null,
  actualEnd: null,
  acknowledgedAt: null,
  dispatcherName: null,
  dispatcherPhone: null,
  hasDangerousGoods: false,
  loadKg: null,
  loadPallets: null,
  notes: null,
  stops: [stop("a"), stop("b"), stop("c")],
  deliveries: [
    {
      id: "bread",
      deliveryNumber: "D-1",
      status: "out_for_delivery",
      consigneeName: "Baker",
      contactPhone: null,
      pickupStopId: "a",
      dropoffStopId: "b",
      loadedAt: null,
      notes: null,
      lines: [
        {
          id: "flour",
          description: "Flour",
          unit: "XBG",
          plannedQuantity: "12",
          loadedQuantity: null,
          loadReason: null,
        },
        {
          id: "yeast",
          description: "Yeast",
          unit: "KGM",
          plannedQuantity: "2.5",
          loadedQuantity: null,
          loadReason: null,
        },
      ],
      proofsMissing: ["signature", "photo"],
      canMailCode: false,
    },
  ],
};
type Said = DriverActionInput extends infer A ? (A extends unknown ? Omit<A, "id" | "tripId" | "at"> : never) : never;
const after = (...said: Said[]) =>
  withReports(
    trip,
    said.map((one) => ({ id: randomUUID(), tripId: "trip", at, ...one })),
  );
const states = ({ stops }: OwnTrip) => stops.map(({ status }) => status);

test("a trip on the phone goes on as on the server: from stop to stop, until it ends", () => {
  expect(states(after({ kind: "start" }))).toEqual(["en_route", "pending", "pending"]);
  const onTheWay: Said[] = [
    { kind: "start" },
    { kind: "arrive", stopId: "a" },
    { kind: "complete_stop", stopId: "a" },
    { kind: "skip_stop", stopId: "b", reason: "closed" },
  ];
  expect(states(after(...onTheWay))).toEqual(["completed", "skipped", "en_route"]);
  expect(nextStop(after(...onTheWay))?.id).toBe("c");
  const failed: Said = { kind: "fail_stop", stopId: "c", reason: "nobody there" };
  const last = after(...onTheWay, { kind: "arrive", stopId: "c" }, failed, { kind: "complete" });
  expect(last).toMatchObject({ status: "completed", actualStart: at, actualEnd: at });
  expect(nextStop(last)).toBeUndefined();
});

test("a later stop that is made first leaves the others to come", () => {
  const there = after({ kind: "start" }, { kind: "arrive", stopId: "c", reason: "road is closed" });
  expect(states(there)).toEqual(["pending", "pending", "arrived"]);
  expect(isOutOfOrder(there, stop("c"))).toBe(true);
  expect(isOutOfOrder(there, stop("a"))).toBe(false);
});

test("what was brought, and what proves it, is known at once", () => {
  const proof = { fileId: null, code: null, signerName: null, note: null, latitude: null, longitude: null };
  expect(
    after(
      { kind: "deliver", deliveryId: "bread", signerName: "Ann" },
      { kind: "prove_delivery", deliveryId: "bread", type: "photo", ...proof },
    ).deliveries,
  ).toMatchObject([{ status: "delivered", proofsMissing: ["signature"] }]);
});

test("what was loaded is on board, in place of what was planned; what did not come at all is not asked for where it was to go", () => {
  const short = (loadedQuantity: string) =>
    ["flour", "yeast"].map((id) => ({ id, loadedQuantity, reason: "not ready" }));
  const load = (...lines: ReturnType<typeof short>): Said => ({ kind: "load_delivery", deliveryId: "bread", lines });
  const there: Said[] = [
    { kind: "start" },
    { kind: "arrive", stopId: "b", reason: "the other one is closed" },
    { kind: "complete_stop", stopId: "b" },
  ];
  expect(loadsAt(trip, stop("a"))).toMatchObject([{ id: "bread" }]);
  const part = after(load({ id: "flour", loadedQuantity: "10", reason: "torn" }));
  expect(part.deliveries[0]?.lines.map(onBoard)).toEqual(["10", "2.5"]);
  expect(part.deliveries[0]?.lines.map(isOther)).toEqual([true, false]);
  expect(deliveriesBefore(after(load(...short("1")), ...there))).toHaveLength(1);
  expect(deliveriesBefore(after(load(...short("0")), ...there))).toHaveLength(0);
  expect(after(load(...short("0")), load()).deliveries[0]?.lines.map(onBoard)).toEqual(["12", "2.5"]);
});

test("what the server knows already, or of another trip, changes nothing", () => {
  const once = after({ kind: "start" }, { kind: "arrive", stopId: "a" }, { kind: "complete_stop", stopId: "a" });
  expect(
    withReports(once, [
      { id: randomUUID(), tripId: "trip", at: "2026-05-05T10:00:00.000Z", kind: "arrive", stopId: "a" },
    ]),
  ).toEqual({
    ...once,
    stops: once.stops.map((one) => (one.id === "b" ? { ...one, status: "pending" } : one)),
  });
  expect(withReports(trip, [{ id: randomUUID(), tripId: "other", at, kind: "start" }])).toEqual(trip);
});

test("what was handed over stands beside what was planned, with its proof and the meter that was read, before the server has it", () => {
  const proof = { fileId: null, code: null, note: null, latitude: null, longitude: null };
  const told = after(
    { kind: "start", meterValue: "1200" },
    {
      kind: "deliver_partly",
      deliveryId: "bread",
      signerName: null,
      lines: [{ id: "flour", deliveredQuantity: "10", reason: "torn" }],
    },
    { kind: "prove_delivery", deliveryId: "bread", type: "signature", signerName: "Ann", ...proof },
  );
  expect(told).toMatchObject({
    lastMeter: "1200",
    deliveries: [
      {
        status: "partly_delivered",
        lines: [
          { deliveredQuantity: "10", deliveredReason: "torn" },
          { deliveredQuantity: "2.5", deliveredReason: null },
        ],
        proofs: [{ type: "signature", signerName: "Ann" }],
      },
    ],
  });
});

test("after a report comes the proof that is asked for, else the next delivery of the stop of which nobody has told", () => {
  const there = after({ kind: "start" }, { kind: "arrive", stopId: "b" });
  const [bread] = there.deliveries;
  if (!bread) throw new Error("It is on the trip.");
  const two = { ...there, deliveries: [bread, { ...bread, id: "milk" }] };
  const here = nextStop(two);
  expect(here && untoldAt(two, here).map(({ id }) => id)).toEqual(["bread", "milk"]);
  expect(afterTelling(two, here, bread, true), "a proof is asked for").toEqual({ id: "bread" });
  expect(afterTelling(two, here, bread, false)).toEqual({ id: "milk" });
  expect(afterTelling(there, here, bread, false), "nothing else is here").toEqual({ id: "bread" });
});

test("a stop that was made in vain is one of whose deliveries nobody got anything", () => {
  const there: Said[] = [{ kind: "start" }, { kind: "arrive", stopId: "b" }];
  const made: Said = { kind: "complete_stop", stopId: "b" };
  const stopB = (of: OwnTrip) => of.stops[1] ?? stop("b");
  const failed = after(...there, { kind: "fail_delivery", deliveryId: "bread", reason: "closed" }, made);
  expect(isInVain(failed, stopB(failed))).toBe(true);
  const brought = after(...there, { kind: "deliver", deliveryId: "bread", signerName: null }, made);
  expect(isInVain(brought, stopB(brought))).toBe(false);
  const left = after(...there, made);
  expect(isInVain(left, stopB(left)), "nobody has told").toBe(false);
});

test("what was not handed over is on board still; what was handed over damaged is not", () => {
  const left = (...said: Said[]) =>
    stillOnBoard(after(...said)).flatMap(({ lines }) => lines.map(({ id, quantity }) => `${id} ${quantity}`));
  const partly = (deliveredQuantity: string, damagedQuantity: string): Said => ({
    kind: "deliver_partly",
    deliveryId: "bread",
    signerName: null,
    lines: [{ id: "flour", deliveredQuantity, damagedQuantity, reason: "torn" }],
  });
  expect(left(), "nobody has told of it").toEqual(["flour 12", "yeast 2.5"]);
  expect(left(partly("9", "1"))).toEqual(["flour 2"]);
  expect(left(partly("10", "2"))).toEqual([]);
  expect(left({ kind: "fail_delivery", deliveryId: "bread", reason: "closed" })).toEqual(["flour 12", "yeast 2.5"]);
});
