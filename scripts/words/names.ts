/** Prints every name of the data model that a person can read: what the composed modules call things. */
import { z } from "zod";
import type { Step } from "#shared/flow/flow.ts";
import { importsOf } from "#shared/contract/screens.ts";
import { permissionList } from "#shared/permissions/permission-list.ts";
import { actions } from "#modules/settings/audit/audit-actions.web.ts";
import { defaultLists } from "#modules/settings/reference-lists/default-lists.server.ts";
import { ownLists } from "#modules/settings/reference-lists/reference-lists.contract.ts";
import { valuesOfStates } from "#modules/settings/reference-lists/state-values.server.ts";
import { defaultRoles } from "#modules/settings/roles/default-roles.server.ts";
import { modules } from "#main/modules.ts";
import { moduleAt, sources } from "#main/testing/sources.ts";
import { humanise } from "#shared/format/names.ts";
import type { Name } from "./extractors.ts";

const names = new Map<string, { text: string; context: Name["context"]; kinds: Set<string> }>();

/** Numbers, divisions such as 4.1 and codes such as EUR are the same in every language. */
const isWord = (text: string): boolean => !/^(\d+(\.\d)?|[A-Z][A-Z\d]{0,3}(-[A-Z])?)$/.test(text);

function add(text: string, kind: string, context: Name["context"] = "name"): void {
  if (!isWord(text)) return;
  const key = `${context} ${text}`;
  const known = names.get(key) ?? { text, context, kinds: new Set<string>() };
  names.set(key, known);
  known.kinds.add(kind);
}

function addFields(schema: z.core.JSONSchema.BaseSchema): void {
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    add(humanise(key), "field");
    if (typeof inner === "object") addFields(inner);
  }
  // Permissions are shown by their meanings.
  for (const value of schema.enum ?? [])
    if (typeof value === "string" && !value.startsWith("CAN_")) add(humanise(value), "choice");
  const parts = [schema.anyOf, schema.oneOf, schema.items, schema.additionalProperties].flat();
  for (const inner of parts) if (typeof inner === "object") addFields(inner as z.core.JSONSchema.BaseSchema);
}

for (const { query, body, reply } of modules.served.flatMap(({ contract }) => Object.values(contract)))
  for (const schema of [query, body, reply])
    if (schema)
      addFields(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline", cycles: "ref" }));

interface FlowLike {
  readonly states?: readonly string[];
  readonly steps?: Readonly<Record<string, Step>>;
}
for (const { path } of sources("src/modules/**/*.flow.ts"))
  for (const flow of Object.values(await moduleAt(path)) as FlowLike[]) {
    if (!flow.steps) continue;
    for (const state of flow.states ?? []) add(state.replaceAll("_", " "), "state in a sentence", "state");
    for (const [name, { done }] of Object.entries(flow.steps)) {
      add(humanise(name), "step");
      add(humanise(done), "step that was taken");
    }
  }

for (const { module } of modules.all) {
  add(module.title, "module");
  for (const screen of module.screens) {
    const { title, menu, find } = screen;
    add(title, "screen");
    for (const one of importsOf(screen)) add(one.title, "screen");
    if (menu?.group) add(menu.group, "menu");
    if (find) add(find.one, "record");
  }
}
for (const { fields } of modules.all.flatMap(({ importers = [] }) => importers))
  for (const { label, hint } of fields) {
    add(label, "field of an import");
    if (hint) add(hint, "hint of an import");
  }
for (const action of actions) add(humanise(action), "event");
const entities = modules.records.map(({ entity }) => entity).join("|");
const eventName = new RegExp(`"(?:${entities})\\.(\\w+)"`, "g");
for (const { code } of sources("src/modules/**/*.ts")) {
  for (const [, step = ""] of code.matchAll(eventName)) add(humanise(step), "event");
  for (const [, field = ""] of code.matchAll(/\b(\w+): \{ (?:from|to)\b/g)) add(humanise(field), "field of an event");
}
for (const { entity } of modules.records) add(humanise(entity), "record"); // as the audit trail has it
for (const { name, description } of defaultRoles) {
  add(name, "role");
  add(description, "description of a role");
}
for (const { title, meaning } of Object.values(ownLists)) {
  add(title, "list");
  add(meaning, "meaning of a list");
}
for (const list of Object.values(modules.stateLists)) {
  add(list.title, "list");
  for (const { label } of valuesOfStates(list)) add(label, "state");
}
for (const [, label] of Object.values(defaultLists).flat()) add(label, "value of a list");
for (const { meaning } of permissionList) add(meaning, "permission");

const list = [...names.values()].map(({ text, context, kinds }): Name => ({ text, context, kinds: [...kinds].sort() }));
console.log(JSON.stringify(list));
