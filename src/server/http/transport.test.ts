// Not conformed: how long a connection may take is no record; who sends slowly is in src/main/slow-callers.test.ts.
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardTransport, transportOptions } from "./transport.ts";

/** Short, so that the tests need not wait for as long as a reader may take. */
const patience = { headersMs: 10_000, requestMs: 10_000, replyMs: 800 };
/** More than what the two ends of a connection keep for a reader. */
const bytes = 48 * 1024 * 1024;
let app: FastifyInstance;
let port: number;
const open: Socket[] = [];
beforeAll(async () => {
  app = Fastify(transportOptions(patience));
  guardTransport(app, patience);
  app.get("/large", async () => Buffer.alloc(bytes));
  app.get("/long", async () => {
    await pause(3 * patience.replyMs);
    return "done";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await app.close();
});

function ask(path: string): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined); // it was cut off
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
  open.push(socket);
  return socket;
}
const connections = () =>
  new Promise<number>((done) => {
    app.server.getConnections((_error, count) => done(count));
  });

describe("a reader", () => {
  test("that takes nothing of its reply any more is cut off", async () => {
    for (let n = 0; n < 3; n += 1) ask("/large").pause();
    await expect.poll(connections, { timeout: 2000 }).toBe(3);
    await expect.poll(connections, { timeout: 10 * patience.replyMs }).toBe(0);
  });

  test("that takes its reply slowly gets all of it, however long that is", async () => {
    const socket = ask("/large");
    const began = Date.now();
    let taken = 0;
    for await (const part of socket) {
      const before = taken;
      taken += (part as Buffer).length;
      if (Math.floor(taken / (bytes / 24)) > Math.floor(before / (bytes / 24))) await pause(patience.replyMs / 4);
    }
    expect(taken).toBeGreaterThan(bytes);
    expect(Date.now() - began).toBeGreaterThan(4 * patience.replyMs);
  });

  test("for whom the work takes long waits as long as it takes", async () => {
    let answer = "";
    for await (const part of ask("/long")) answer += (part as Buffer).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
  });
});
