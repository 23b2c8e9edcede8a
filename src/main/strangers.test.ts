// What somebody without an account cannot do to those who have one.
import { afterAll, beforeAll, expect, test } from "vitest";
import { mostFieldsTold } from "#shared/contract/sentences.ts";
import { aRequest } from "./testing/records/registration.ts";
import { startMailApp, type MailApp } from "./testing/mail/mail-app.ts";
import type { Client } from "./testing/test-app.ts";

let testApp: MailApp;
let stranger: Client;
beforeAll(async () => {
  testApp = await startMailApp();
  stranger = testApp.visitor();
  await stranger.get("/api/settings");
});
afterAll(() => testApp.close());

const strange = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, 1]));
const toldOf = (body: unknown) => Object.keys((body as { fields: object }).fields).length;

test("a refusal tells of a hundred fields, however many are wrong", async () => {
  const buyer = await testApp.as("BUYER");
  const lines = Array.from({ length: 150 }, () => ({ orderedQty: "many" }));
  const names = await buyer.post("/api/warehouse/vendors", strange(60_000));
  expect([names.status, toldOf(names.body)]).toEqual([422, mostFieldsTold]);
  const wrong = await buyer.post("/api/warehouse/purchase-orders", { items: lines });
  expect([wrong.status, toldOf(wrong.body)]).toEqual([422, mostFieldsTold]);
  const query = await stranger.get(`/api/settings?${new URLSearchParams(strange(300) as never).toString()}`);
  expect([query.status, toldOf(query.body)]).toEqual([422, mostFieldsTold]);
});

test("who has no account sends 32 kB at most", async () => {
  expect((await stranger.post("/api/auth/logins", strange(5_000))).status).toBe(413);
  const long = { email: "a@b.example", password: "x".repeat(20_000) };
  expect((await stranger.post("/api/auth/logins", long)).status).toBe(422);
});

test("made-up links of an invitation cost no hash: a hundred at once are each told that they are over", async () => {
  const { email: _, ...person } = aRequest("nobody@gamma.example");
  const token = `${"x".repeat(22)}.${"y".repeat(22)}`;
  const tries = await Promise.all(
    Array.from({ length: 100 }, () => stranger.post("/api/auth/accept-invite", { ...person, token })),
  );
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([410]));
});

test("registrations beyond those of an hour cost no hash: a hundred at once are each told to wait", async () => {
  const ask = (at: number) => stranger.post("/api/auth/registrations", aRequest(`person${at}@gamma.example`));
  for (let at = 0; at < 20; at += 1) expect((await ask(at)).status).toBe(200);
  const tries = await Promise.all(Array.from({ length: 100 }, (_, at) => ask(100 + at)));
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([429]));
});
