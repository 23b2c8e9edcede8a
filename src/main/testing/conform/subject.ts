import { expect } from "vitest";
import type { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import { permissionsOf } from "#shared/flow/flow.ts";
import { asSuper, startTestApp, type Answer, type Client, type TestApp } from "#main/testing/test-app.ts";
import { snake } from "#server/db/names.ts";
import type { Example } from "./example.ts";
import { clientWith } from "../records/people.ts";
import { fitted, inputSchema, sample, type JsonSchema } from "./samples.ts";

export type Routes = Readonly<Record<string, RouteShape>>;
export type Values = Record<string, unknown>;
export type Saved = Values & { readonly id: string; readonly version: number };

/** One entity under test: its contract, its example, and people who may do more or less with it. */
export class Subject {
  readonly contract: Routes;
  readonly example: Example<Routes>;
  readonly path: string;
  readonly table: string;
  /** Field of free text. */
  readonly text: string;
  readonly shared: boolean;
  #testApp: TestApp | undefined;
  #people: { admins: Record<"a" | "b", Client>; editor: Client; viewer: Client } | undefined;
  #n = 0;

  constructor(contract: Routes, example: Example<Routes>) {
    this.contract = contract;
    this.example = example;
    this.path =
      (contract["list"] ?? contract["create"] ?? Object.values(contract)[0])?.path.replace(/\/:.*$/, "") ?? "";
    this.table = example.table ?? snake(this.path.split("/").at(-1) ?? "").replaceAll("-", "_");
    this.text = example.text ?? "name";
    this.shared = contract["list"]?.scope === "installation";
  }

  async begin(): Promise<void> {
    const testApp = await startTestApp();
    this.#testApp = testApp;
    const view = permissionsOf(this.route("list").can);
    const edit = ["create", "update"].flatMap((name) => permissionsOf(this.contract[name]?.can ?? []));
    const admins = { a: await testApp.as("SUPER_ADMIN"), b: await testApp.as("SUPER_ADMIN", "b") };
    this.#people = {
      admins,
      editor: await clientWith(testApp, [...view, ...edit]),
      viewer: await clientWith(testApp, view.slice(0, 1)),
    };
  }

  async end(): Promise<void> {
    await this.#testApp?.close();
  }

  get testApp(): TestApp {
    if (!this.#testApp) throw new Error("the tests have not begun");
    return this.#testApp;
  }

  get people() {
    if (!this.#people) throw new Error("the tests have not begun");
    return this.#people;
  }

  route(name: string): RouteShape {
    const route = this.contract[name];
    if (!route) throw new Error(`there is no route ${name}`);
    return route;
  }

  has(name: string): boolean {
    return name in this.contract;
  }

  /** The next valid body of a company. */
  async body(over: Values = {}, company: "a" | "b" = "a"): Promise<Values> {
    this.#n += 1;
    return { ...((await this.example.valid(this.#n, this.people.admins[company])) as object), ...over };
  }

  /** A saved record of a company. */
  async saved(over: Values = {}, company: "a" | "b" = "a"): Promise<Saved> {
    const answer = await this.people.admins[company].post(this.path, await this.body(over, company));
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return answer.body as unknown as Saved; // the contract's reply
  }

  /** What a form would send to change a record. */
  async changed(record: Saved, over: Values = {}): Promise<Values> {
    const { body } = this.route("update");
    const sent = body ? (fitted(inputSchema(body), record) as Values) : {};
    return { ...sent, ...(this.example.change as object | undefined), version: record.version, ...over };
  }

  /** Calls any route of the contract with the smallest body that it takes, for this record. */
  call(client: Client, name: string, id: string, over: { body?: unknown; query?: string } = {}): Promise<Answer> {
    const route = this.route(name);
    const query = over.query ?? (name === "remove" ? "?version=1" : "");
    const path = route.path.replace(":id", id) + query;
    if (route.method === "GET" || route.method === "DELETE") return client.send(route.method, path);
    return client.send(
      route.method,
      path,
      over.body ?? this.example.bodies?.[name] ?? (route.body ? sample(inputSchema(route.body)) : {}),
    );
  }

  /** The routes that name one record. */
  get onRecords(): string[] {
    return Object.keys(this.contract).filter((name) => this.route(name).path.includes("/:id"));
  }

  input(name: "create" | "update"): JsonSchema {
    const { body } = this.route(name);
    return body ? inputSchema(body) : {};
  }

  /** The list's query: its sorts, its filters. */
  get query(): Readonly<Record<string, z.ZodType>> {
    return (this.route("list").query as z.ZodObject | undefined)?.shape as Readonly<Record<string, z.ZodType>>; // crud() makes it an object
  }

  sql<Row extends Values>(text: string, values: unknown[] = []): Promise<Row[]> {
    return asSuper<Row>(this.testApp, text, values);
  }

  /** Steps of the record's history, newest first. */
  async steps(id: string): Promise<string[]> {
    const { body } = await this.people.admins.a.get(`${this.path}/${id}/history`);
    return body.items.map(({ step }) => String(step));
  }
}

/** A reply shows what its contract declares, and nothing else. */
export function expectDeclared(route: RouteShape, body: unknown): void {
  expect(route.reply?.parse(body)).toEqual(body);
}
