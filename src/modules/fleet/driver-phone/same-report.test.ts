import { expect, test } from "vitest";
import type { DriverActionInput } from "./driver-actions/driver-actions.contract.ts";
import { isSameAgain } from "./same-report.ts";

const at = (second: number) => `2026-05-04T10:00:${String(second).padStart(2, "0")}.000Z`;
const trip = { tripId: "trip" };
const bread = { ...trip, deliveryId: "bread" };
let ids = 0;
const told = (said: object, second = 0, sentAt: string | null = null, picture: string | null = null) => ({
  action: { id: String((ids += 1)), at: at(second), ...said } as DriverActionInput, // a report as the phone makes it
  sentAt,
  picture,
});
const deliver = { kind: "deliver", ...bread, signerName: null };

test("the same once more is no second report while the first one waits, or was told a moment ago", () => {
  expect(isSameAgain(told(deliver, 50), [told(deliver)])).toBe(true);
  expect(isSameAgain(told(deliver, 1), [told(deliver, 0, at(0))])).toBe(true);
  expect(isSameAgain(told(deliver, 50), [told(deliver, 0, at(0))])).toBe(false);
});

test("what is said otherwise, of something else, or again after something else is a report of its own", () => {
  expect(isSameAgain(told({ ...deliver, deliveryId: "milk" }), [told(deliver)])).toBe(false);
  const less = { kind: "deliver_partly", ...bread, lines: [{ id: "flour", deliveredQuantity: "10" }] };
  expect(isSameAgain(told({ ...less, lines: [] }), [told(less)])).toBe(false);
  const [pause, resume] = [
    { kind: "pause", ...trip, reason: "Rest" },
    { kind: "resume", ...trip },
  ];
  expect(isSameAgain(told(pause), [told(pause), told(resume)])).toBe(false);
  expect(isSameAgain(told(pause), [told(pause), told(deliver)])).toBe(true);
  const photo = { kind: "prove_delivery", ...bread, type: "photo" };
  expect(isSameAgain(told(photo, 0, null, "one"), [told(photo, 0, null, "other")])).toBe(false);
  expect(isSameAgain(told(photo, 0, null, "one"), [told(photo, 0, null, "one")])).toBe(true);
});
