import type { FastifyInstance } from "fastify";
import { ping, type Database } from "../db/database.ts";
import { isNearlyFull } from "../files/disk-files.ts";

/** `/livez`: the process answers. `/readyz`: so does its database; else 503, which names the disk when that is full. */
export function addHealth(
  app: FastifyInstance,
  database: { readonly auth: Pick<Database["auth"], "connect"> },
  dataDir: string,
  isFull: (folder: string) => Promise<boolean> = isNearlyFull,
): void {
  app.get("/livez", (_request, reply) => reply.type("application/json; charset=utf-8").send('{"status":"ok"}'));
  app.get("/readyz", async (_request, reply) => {
    try {
      await ping(database.auth);
      return reply.type("application/json; charset=utf-8").send('{"status":"ok"}');
    } catch (error) {
      reply.log.warn({ err: error }, "not ready");
      const status = (await isFull(dataDir).catch(() => false)) ? "the disk is full" : "database is away";
      return reply
        .code(503)
        .header("retry-after", "2")
        .type("application/json; charset=utf-8")
        .send(JSON.stringify({ status }));
    }
  });
}
