import { expect, test } from "vitest";
import { z } from "zod";
import { served } from "#main/app.ts";
import { serialize, mismatch } from "./reply.ts";
import { sample, type JsonSchema } from "#main/testing/conform/samples.ts";

const replies = served.flatMap(({ contract }) =>
  Object.values(contract).flatMap(({ method, path, reply }) => (reply ? [[`${method} ${path}`, reply] as const] : [])),
);

/** A value with every key that the schema knows, and one row in each list. */
function whole(schema: JsonSchema): unknown {
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== "null");
  if (choice) return whole(choice);
  const [type = "null"] = [schema.type].flat();
  if (type === "object") {
    const { properties = {}, required = [], additionalProperties: rest } = schema;
    return Object.fromEntries(
      [...new Set([...Object.keys(properties), ...required])].map((key) => [
        key,
        whole(properties[key] ?? (typeof rest === "object" ? rest : {})),
      ]),
    );
  }
  if (type === "array") return schema.items?.type || schema.items?.anyOf ? [whole(schema.items)] : [];
  return sample({ ...schema, type });
}

const odd: readonly unknown[] = [
  undefined,
  null,
  "",
  "x",
  0,
  1.5,
  Number.NaN,
  true,
  [],
  {},
  [1],
  { a: 1 },
  "0190A000-0000-7000-8000-000000000000",
  "2027-02-30",
];

/** The value with one thing in it changed, for each thing in it: replaced, removed, or with a key too many. */
function* changed(value: unknown): Generator {
  for (const other of odd) yield other;
  if (Array.isArray(value)) {
    yield [...value, ...value];
    for (const inner of changed(value[0])) yield [inner];
  } else if (value && typeof value === "object") {
    yield { ...value, passwordHash: "secret" };
    for (const [key, own] of Object.entries(value)) {
      const { [key]: _gone, ...rest } = value as Record<string, unknown>; // an object
      yield rest;
      for (const inner of changed(own)) yield { ...value, [key]: inner };
    }
  }
}

test.each(replies)("%s is stripped as its contract says, whatever the handler returns", (_, reply) => {
  const value = whole(
    z.toJSONSchema(reply, { io: "output", unrepresentable: "any", reused: "inline", cycles: "ref" }) as JsonSchema,
  );
  expect(reply.safeParse(value).error).toBeUndefined();
  expect(serialize(reply, value)).not.toBe(mismatch);
  for (const tried of [value, ...changed(value)]) {
    const kept = serialize(reply, tried);
    const judged = reply.safeParse(tried);
    if (kept !== mismatch)
      expect({ success: judged.success, text: JSON.stringify(kept) }).toEqual({
        success: true,
        text: JSON.stringify(judged.data),
      });
  }
});
