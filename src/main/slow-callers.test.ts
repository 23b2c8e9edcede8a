import { connect, Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type Client, type TestApp } from "./testing/test-app.ts";

/** Short, so that the tests need not wait for as long as a caller may take. */
const patience = { headersMs: 1000, requestMs: 2000, replyMs: 60_000 };
let testApp: TestApp;
let admin: Client;
let port: number;
beforeAll(async () => {
  testApp = await startTestApp({ patience });
  admin = await testApp.as("COMPANY_ADMIN");
  port = Number(new URL(await testApp.app.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterAll(() => testApp.close());

/** Sends the pieces one after the other, so many milliseconds apart, and gives all that came back until the end. */
function sendSlowly(pieces: readonly string[], everyMs: number): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    let at = 0;
    const next = setInterval(() => {
      if (at < pieces.length && socket.writable && answer === "") socket.write(pieces[at++] ?? "");
    }, everyMs);
    socket.on("data", (data: Buffer) => (answer += data.toString()));
    // The server may hang up between two pieces.
    const isHungUp = ({ code }: NodeJS.ErrnoException) => code === "ECONNRESET" || code === "EPIPE";
    socket.on("error", (error) => isHungUp(error) || failed(error));
    socket.on("close", () => {
      clearInterval(next);
      done(answer);
    });
  });
}

const head = (length: number, more = "") =>
  `POST /api/warehouse/vendors HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: application/json\r\n` +
  `cookie: ${[...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ")}\r\n` +
  `x-xsrf-token: ${admin.cookies.get("XSRF-TOKEN") ?? ""}\r\n${more}content-length: ${length}\r\n\r\n`;

describe("who sends slowly holds no connection", () => {
  test("headers that never end are cut off with 408", async () => {
    expect(
      await sendSlowly(
        ["GET /livez HTTP/1.1\r\nhost: a\r\n", ...Array.from({ length: 200 }, (_, n) => `x-${n}: y\r\n`)],
        40,
      ),
    ).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("a body that trickles is cut off with 408, and nothing is made of it", async () => {
    const body = JSON.stringify({ code: "SLOW", name: "Slow", currency: "EUR" }).padEnd(2000);
    expect(await sendSlowly([head(body.length), ...body], 20)).toMatch(/^HTTP\/1\.1 408 /);
    expect((await admin.get("/api/warehouse/vendors?q=Slow")).body.items).toEqual([]);
  });

  test("a body that comes in pieces, and is whole in time, is taken", async () => {
    const body = JSON.stringify({ code: "STEADY", name: "Steady", currency: "EUR" });
    expect(await sendSlowly([head(body.length) + body.slice(0, 10), body.slice(10)], 50)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("bytes earn time: a large body may take longer than a small one", async () => {
    // 900 kB earn 18 seconds; its pieces are on their way for longer than a small request may take.
    const body = JSON.stringify({ code: "LARGE", name: "Large", currency: "EUR" }).padEnd(900_000);
    const pieces = body.match(/[^]{1,100000}/g) ?? [];
    expect(await sendSlowly([head(body.length), ...pieces], 300)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test("a request that names two hosts is refused", async () => {
  expect(await sendSlowly(["GET /livez HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n"], 1)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
});

test("who is served by the product itself has 10 s for the headers, 60 s for a request besides what its bytes earn, and 60 s without taking anything of the reply", async () => {
  // As the product starts its app: without a word on patience.
  const { app, close } = await startTestApp();
  const waited = vi.spyOn(globalThis, "setTimeout");
  const clocks = vi.spyOn(Socket.prototype, "setTimeout");
  try {
    expect(app.server).toMatchObject({ headersTimeout: 10_000, connectionsCheckingInterval: 1000 });
    await app.inject({ method: "POST", url: "/api/auth/logins", payload: { email: "a@example.com", password: "b" } });
    expect(waited.mock.calls.map(([, ms]) => ms)).toContain(60_000);
    await fetch(`${await app.listen({ host: "127.0.0.1", port: 0 })}/livez`);
    expect(clocks.mock.calls.map(([ms]) => ms)).toContain(60_000);
  } finally {
    waited.mockRestore();
    clocks.mockRestore();
    await close();
  }
});
