import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Answer, Client } from "#main/testing/test-app.ts";
import { isReached, whatIsWrong, type Counts } from "./answers.ts";
import { asJson, kindOf, nameOf, pathOf, patternOf, type Call, type OpenApiDocument } from "./calls.ts";
import { fitting, Known, nasty, varied } from "./values.ts";
import { fitted, type JsonSchema } from "../conform/samples.ts";

/** Who sends. A session may end in the middle, so they are asked for again and again. */
export interface Senders {
  /** May do everything. */
  signedIn(): Promise<Client>;
  /** The same for calls that may end or change their own session. */
  oneTime(): Promise<Client>;
  byLink(purpose: string, subjectId: string): Promise<Client>;
  /** Makes records in every usual state; what it sends and gets is learnt from. */
  prepare(client: Client): Promise<void>;
}

export interface Finding {
  readonly call: string;
  readonly status: number;
  readonly reply: string;
  readonly why: string;
}

export interface FuzzResult {
  readonly counts: ReadonlyMap<string, Counts>;
  readonly findings: readonly Finding[];
}

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Goes on, up to `most` requests, until every route was reached so many times. */
  readonly least?: number;
  readonly most?: number;
}

/**
 * Sends requests that are made of the served OpenAPI document: half of them fit it and name records that are there, half are
 * spoilt in one place. Finds 5xx, and replies that tell what is nobody's business. The same seed asks the same way.
 */
export async function fuzz(document: OpenApiDocument, senders: Senders, options: FuzzOptions): Promise<FuzzResult> {
  const calls = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Call["method"],
      template,
      operation,
    })),
  );
  const run = new Run(calls, senders, options.seed);
  for (let n = 0; n < options.requests || (n < (options.most ?? 0) && run.least < (options.least ?? 0)); n += 1) {
    if (n % 600 === 0) await run.prepare(); // much of what there was has been removed or archived meanwhile
    await run.step();
  }
  return { counts: run.counts, findings: run.findings };
}

interface Request {
  readonly id: string;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
}

class Run {
  readonly counts = new Map<string, Counts>();
  readonly findings: Finding[] = [];
  readonly #calls: readonly Call[];
  readonly #senders: Senders;
  readonly #known = new Known();
  /** Bodies that were taken, by route. */
  readonly #worked = new Map<string, Record<string, unknown>[]>();
  #seed: number;

  constructor(calls: readonly Call[], senders: Senders, seed: number) {
    this.#calls = calls;
    this.#senders = senders;
    this.#seed = seed;
    for (const call of calls)
      this.counts.set(nameOf(call), { sent: 0, reached: 0, done: 0, statuses: new Map(), refusal: "" });
  }

  #draw<T>(arbitrary: fc.Arbitrary<T>): T {
    const [value] = fc.sample(arbitrary, { seed: this.#seed++, numRuns: 1 });
    return value as T; // numRuns is 1
  }

  get least(): number {
    return Math.min(...[...this.counts.values()].map(({ reached }) => reached));
  }

  /** Listens to calls that work, and asks every list once. */
  async prepare(): Promise<void> {
    const client = await this.#senders.oneTime();
    const send = client.send.bind(client);
    client.send = async (method, path, body, headers) => {
      const answer = await send(method, path, body, headers);
      const call = this.#calls.find(
        (one) => one.method === method && patternOf(one.template).test(path.split("?")[0] ?? ""),
      );
      if (call && answer.status < 300) {
        if (isObject(body)) this.#worked.set(nameOf(call), [...(this.#worked.get(nameOf(call)) ?? []), body].slice(-4));
        this.#known.learn(kindOf(call.template), answer.body);
      }
      return answer;
    };
    await this.#senders.prepare(client);
    for (const { method, template } of this.#calls)
      if (method === "GET" && !template.includes("{") && !template.includes(".")) await client.get(template);
  }

  async step(): Promise<void> {
    const call = this.#next();
    const counts = this.counts.get(nameOf(call));
    if (!counts) return;
    const spoil = this.#draw(fc.integer({ min: 1, max: 100 })) > (counts.reached < 25 ? 75 : 45);
    const request = await this.#request(call, spoil);
    const answer = await this.#send(call, request);
    if (answer.status === 204 || (answer.status === 404 && answer.body.code === "not_found"))
      this.#known.forget(request.id);
    counts.sent += 1;
    counts.statuses.set(answer.status, (counts.statuses.get(answer.status) ?? 0) + 1);
    if (isReached(answer)) counts.reached += 1;
    if (answer.status < 300) {
      counts.done += 1;
      this.#known.learn(kindOf(call.template), answer.body);
    }
    if (answer.status >= 400 && !spoil) counts.refusal = answer.text.replace(/,"requestId.*/, "").slice(0, 160);
    const why = whatIsWrong(answer);
    if (why)
      this.findings.push({
        call: `${call.method} ${request.path} ${(await this.#shrunk(call, request, answer.status)) ?? ""}`,
        status: answer.status,
        reply: answer.text.slice(0, 400),
        why,
      });
  }

  /** Routes that were reached least come first, so that none stays behind; lists and creates at the start, to know something. */
  #next(): Call {
    const least = this.#calls.toSorted((a, b) => this.#score(a) - this.#score(b)).slice(0, 12);
    return this.#draw(fc.boolean())
      ? this.#draw(fc.constantFrom(...least))
      : this.#draw(fc.constantFrom(...this.#calls));
  }

  #score(call: Call): number {
    const { sent = 0, reached = 0 } = this.counts.get(nameOf(call)) ?? {};
    const needsRecord = call.template.includes("{") ? 2 : 0;
    return reached + sent / 4 + needsRecord;
  }

  async #request(call: Call, spoil: boolean): Promise<Request> {
    const { parameters, requestBody } = call.operation;
    this.#known.kind = kindOf(call.template);
    const id = this.#idFor(call);
    const query = new Map<string, unknown>();
    const inQuery = parameters.filter((one) => one.in === "query");
    for (const { name, required, schema } of inQuery) {
      if (required || this.#draw(fc.integer({ min: 0, max: Math.min(4, inQuery.length) })) === 0)
        query.set(
          name,
          name === "version" ? (this.#known.versionOf(id) ?? 1) : this.#draw(fitting(schema, name, this.#known)),
        );
    }
    const of = query.get("entity");
    if (typeof of === "string" && query.has("entityId"))
      query.set("entityId", this.#draw(fc.constantFrom(...this.#known.idsFor(of), id)));
    const schema = requestBody?.content["application/json"]?.schema;
    let body: unknown = schema ? await this.#body(call, id, schema) : undefined;
    if (isObject(body) && "version" in body) body = { ...body, version: this.#known.versionOf(id) ?? 1 };
    const headers: Record<string, string> = {};
    if (call.method === "POST" && this.#draw(fc.boolean())) headers["idempotency-key"] = randomUUID();
    let names: string[] = [];
    if (spoil) ({ body, names } = this.#spoil(call, query, body, headers));
    const inPath = spoil && this.#draw(fc.integer({ min: 0, max: 9 })) === 0 ? "" : id;
    if (/multipart/.test(call.operation.summary))
      return {
        id,
        path: pathOf(call, inPath, query, this.#known),
        body: spoil ? filePart.slice(0, this.#draw(fc.integer({ min: 0, max: filePart.length }))) : filePart, // cut off
        headers: { "content-type": "multipart/form-data; boundary=part" },
      };
    const hasBody = call.method === "POST" || call.method === "PUT";
    return {
      id,
      path: pathOf(call, inPath, query, this.#known),
      body: hasBody ? asJson(body ?? {}, names) : undefined,
      headers: { ...(hasBody ? { "content-type": "application/json" } : {}), ...headers },
    };
  }

  /** One that worked, one as a form would send it back, or one that the schema alone allows. */
  async #body(call: Call, id: string, schema: JsonSchema): Promise<unknown> {
    const worked = this.#worked.get(nameOf(call));
    const how = this.#draw(fc.integer({ min: 0, max: 2 }));
    if (how > 0 && call.method === "PUT") {
      const { status, body } = await (await this.#senders.signedIn()).get(call.template.replace("{id}", id));
      if (status === 200)
        return this.#draw(varied(fitted(schema, body) as Record<string, unknown>, schema, this.#known)); // a record is an object
    }
    if (how > 0 && worked) return this.#draw(varied(this.#draw(fc.constantFrom(...worked)), schema, this.#known));
    return this.#draw(fitting(schema, kindOf(call.template), this.#known));
  }

  #idFor(call: Call): string {
    const ids = this.#known.idsFor(kindOf(call.template));
    return ids.length > 0 && this.#draw(fc.integer({ min: 0, max: 19 })) > 0
      ? this.#draw(fc.constantFrom(...ids))
      : this.#draw(fc.uuid());
  }

  /** Makes one thing wrong. `names` are keys that only text can carry. */
  #spoil(
    call: Call,
    query: Map<string, unknown>,
    body: unknown,
    headers: Record<string, string>,
  ): { body: unknown; names: string[] } {
    const bad = this.#draw(nasty);
    const where = this.#draw(fc.constantFrom("query", "body", "body", "body", "header", "key"));
    if (where === "header")
      headers[
        this.#draw(
          fc.constantFrom(
            "idempotency-key",
            "accept-language",
            "user-agent",
            "accept",
            "x-forwarded-for",
            ...(call.method === "GET" ? [] : ["content-type"]),
          ),
        )
      ] = String(
        this.#draw(
          fc.constantFrom(
            "x".repeat(300),
            "",
            "'",
            "de;q=1e309",
            "😀".codePointAt(0),
            "../",
            "127.0.0.1, evil",
            "multipart/form-data; boundary=part",
          ),
        ),
      );
    const inQuery = call.operation.parameters.filter((one) => one.in === "query");
    if (where === "query" && inQuery.length > 0) query.set(this.#draw(fc.constantFrom(...inQuery)).name, bad);
    if (where === "query" && inQuery.length === 0) query.set("surprise", bad);
    if (where === "key")
      return {
        body,
        names: [
          this.#draw(
            fc.constantFrom(
              "__proto__",
              "constructor",
              "prototype",
              "surprise",
              "id",
              "companyId",
              "company_id",
              "status",
              "\u0000",
              "toString",
            ),
          ),
        ],
      };
    return { body: where === "body" && body !== undefined ? this.#spoilt(body, bad) : body, names: [] };
  }

  /** The value with something bad in one place, at any depth. */
  #spoilt(value: unknown, bad: unknown): unknown {
    if (!isObject(value) || Object.keys(value).length === 0 || this.#draw(fc.integer({ min: 0, max: 15 })) === 0)
      return bad;
    const key = this.#draw(fc.constantFrom(...Object.keys(value)));
    const inner = value[key];
    if (Array.isArray(inner) && inner.length > 0 && this.#draw(fc.boolean()))
      return { ...value, [key]: [this.#spoilt(inner[0], bad), ...(inner.slice(1) as unknown[])] };
    return { ...value, [key]: isObject(inner) ? this.#spoilt(inner, bad) : bad };
  }

  async #send(call: Call, request: Request): Promise<Answer> {
    const client = await this.#clientFor(call, request.id);
    return client.send(call.method, request.path, request.body, request.headers);
  }

  /** By link: mostly one for this record, and now and then one for another. */
  async #clientFor({ template, operation }: Call, id: string): Promise<Client> {
    const can = operation["x-can"];
    const purpose = can.find((name) => name.startsWith("link:"))?.slice(5);
    if (purpose && (can.every((name) => name.startsWith("link:")) || this.#draw(fc.boolean())))
      return this.#senders.byLink(
        purpose,
        this.#draw(fc.integer({ min: 0, max: 3 })) > 0 ? id : (this.#known.idsFor(kindOf(template))[0] ?? randomUUID()),
      );
    return /\/auth\/|\/act$/.test(template) ? this.#senders.oneTime() : this.#senders.signedIn();
  }

  /** The smallest body of top-level keys that still goes wrong the same way. */
  async #shrunk(call: Call, request: Request, status: number): Promise<string | undefined> {
    if (!request.body?.startsWith("{")) return request.body?.slice(0, 300);
    let body = JSON.parse(request.body) as Record<string, unknown>; // we have just written it, and it begins with {
    for (const key of Object.keys(body)) {
      const { [key]: _left, ...rest } = body;
      const again = await this.#send(call, {
        ...request,
        body: JSON.stringify(rest),
        headers: { ...request.headers, "idempotency-key": randomUUID() },
      });
      if (again.status === status) body = rest;
    }
    return JSON.stringify(body).slice(0, 600);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const filePart =
  '--part\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\nContent-Type: text/csv\r\n\r\n' +
  "Code,Name,Currency\r\nF-1,From a file,EUR\r\n\r\n--part--\r\n";
