import { request, type ClientRequest, type IncomingMessage } from "node:http";
import type { Client } from "#main/testing/test-app.ts";

export interface Told {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly entity?: string; readonly id?: string; readonly at?: string };
}

/** An open event stream, read over a real connection. */
export interface Followed {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly told: readonly Told[];
  /** Whether the server ended it. */
  readonly isOver: () => boolean;
  /** What it told of records. */
  readonly changes: () => string[];
  readonly names: () => string[];
  readonly last: () => string;
  readonly close: () => void;
  readonly socket: ClientRequest;
}

/** Follows the events of a listening server in somebody's name; resolves when the head of the answer is there. */
export function follow(address: string, client: Client, headers: Record<string, string> = {}): Promise<Followed> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Promise((resolve, reject) => {
    const told: Told[] = [];
    let rest = "";
    let isOver = false;
    const socket = request(
      `${address}/api/events`,
      { headers: { accept: "text/event-stream", cookie, ...headers } },
      (answer) => {
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => {
          const blocks = (rest + part).split("\n\n");
          rest = blocks.pop() ?? "";
          told.push(...blocks.map(read));
        });
        answer.on("close", () => (isOver = true));
        answer.on("error", () => (isOver = true));
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          told,
          isOver: () => isOver,
          changes: () => told.filter(({ event }) => event === "message").map(({ data }) => `${data.entity} ${data.id}`),
          names: () => told.map(({ event }) => event),
          last: () => told.findLast(({ id }) => id !== "")?.id ?? "",
          close: () => socket.destroy(),
          socket,
        });
      },
    );
    socket.on("error", reject); // after the head has come nobody listens to this any more
    socket.end();
  });
}

function read(block: string): Told {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
  return { id: field("id"), event: field("event"), data: JSON.parse(field("data") || "{}") as Told["data"] }; // as live/stream.ts writes it
}
