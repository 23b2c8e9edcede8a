import { Agent, request } from "node:http";
import type { FastifyInstance, InjectOptions } from "fastify";
import { Client } from "#main/testing/test-app.ts";

/** A client that comes from an address of its own: all of 127.0.0.0/8 is this machine. Answers are small, so one connection each does. */
export function clientFrom(localAddress: string, address: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const inject = ({ method = "GET", url, headers, payload }: InjectOptions) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(address);
      const body = payload === undefined ? undefined : JSON.stringify(payload);
      const outgoing = request(
        {
          agent,
          localAddress,
          hostname,
          port,
          method,
          path: String(url),
          headers: {
            ...(headers as Record<string, string>),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("error", reject);
          answer.on("end", () => {
            const cookies = (answer.headers["set-cookie"] ?? []).map((cookie) => ({
              name: cookie.slice(0, cookie.indexOf("=")),
              value: cookie.slice(cookie.indexOf("=") + 1).split(";")[0] ?? "",
            }));
            resolve({
              statusCode: answer.statusCode,
              headers: answer.headers,
              body: Buffer.concat(parts).toString(),
              cookies,
            });
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  return new Client({ inject } as unknown as FastifyInstance); // the client calls nothing else
}
