import { expect, test } from "vitest";
import { z } from "zod";
import { decimalShown, decimalTyped } from "./decimal.ts";
import { fieldMetaOf } from "./field-meta.ts";
import { changedNames, fromForm, toForm } from "./values.ts";

const line = z
  .string()
  .trim()
  .max(40)
  .nullable()
  .default(null)
  .transform((text) => (text === "" ? null : text));
const british = { locale: "en-GB", zone: "Europe/London" };
const schema = z.object({
  name: z.string().trim().min(1).max(120),
  city: line,
  status: z.enum(["active", "blocked"]),
  leadTimeDays: z.number().int().nullable(),
  price: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .meta({ format: "decimal", scale: 6 }),
  neededOn: z.iso.date().nullable(),
  isMain: z.boolean().default(true),
  slotMinutes: z.literal([15, 30, 60]).default(30),
  startsAt: z.iso.datetime().nullable(),
  contacts: z.array(z.object({ email: z.email(), phone: line })).default([]),
  modes: z
    .array(z.enum(["ftl", "ltl"]))
    .max(2)
    .default([]),
});

test("facts are read through wrappers", () => {
  expect(fieldMetaOf(schema, "name")).toMatchObject({ kind: "text", isOptional: false, maxLength: 120 });
  expect(fieldMetaOf(schema, "city")).toMatchObject({
    kind: "text",
    isOptional: true,
    isNullable: true,
    maxLength: 40,
    fallback: null,
  });
  expect(fieldMetaOf(schema, "status")).toMatchObject({ kind: "choice", options: ["active", "blocked"] });
  expect(fieldMetaOf(schema, "price").kind).toBe("decimal");
  expect(fieldMetaOf(schema, "neededOn")).toMatchObject({ kind: "date", isOptional: true });
  expect(fieldMetaOf(schema, "contacts").row?.shape).toHaveProperty("email");
  expect(fieldMetaOf(schema, "modes")).toMatchObject({ kind: "words", options: ["ftl", "ltl"], isOptional: true });
});

test("a record goes into its form and comes back the same", () => {
  const record = {
    name: "Oliveira",
    city: null,
    status: "active",
    leadTimeDays: 7,
    price: "92.500000",
    neededOn: null,
    isMain: false,
    slotMinutes: 15,
    startsAt: "2026-07-20T08:30:00.000Z",
    contacts: [{ email: "a@b.example", phone: null }],
    modes: ["ftl", "ltl"],
  };
  const values = toForm(schema, { ...record, id: "1", version: 3 }, british);
  expect(values).toMatchObject({
    city: "",
    leadTimeDays: "7",
    price: "92.5",
    neededOn: "",
    isMain: false,
    slotMinutes: "15",
    startsAt: "2026-07-20T09:30",
    modes: "ftl,ltl",
  });
  expect(fromForm(schema, values, british)).toEqual({ ...record, price: "92.5" });
});

test("a new record starts with the schema's defaults", () => {
  expect(toForm(schema, null, british)).toEqual({
    name: "",
    city: "",
    status: "",
    leadTimeDays: "",
    price: "",
    neededOn: "",
    isMain: true,
    slotMinutes: "30",
    startsAt: "",
    contacts: [],
    modes: "",
  });
});

test("what is empty and must not be is refused by the schema, not by the form", () => {
  const input = fromForm(schema, toForm(schema, null, british), british);
  expect(schema.safeParse(input).error?.issues.map(({ path }) => path[0])).toEqual(["name", "status", "price"]);
});

test("only what differs is counted as changed", () => {
  const before = toForm(schema, null, british);
  expect(changedNames(schema, before, { ...before, city: "  " }, british)).toEqual([]);
  expect(changedNames(schema, before, { ...before, city: "Porto", isMain: false, modes: "ltl" }, british)).toEqual([
    "city",
    "isMain",
    "modes",
  ]);
  expect(fromForm(schema, before, british)["modes"]).toEqual([]);
});

test.each([
  ["1,240.5", "en-GB", "1240.5"],
  ["1.240,5", "en-GB", "1240.5"],
  ["12,5", "en-GB", "12.5"],
  ["1,240", "en-GB", "1240"],
  ["1.240", "en-GB", "1.240"],
  ["1.240", "de", "1240"],
  ["1,240", "de", "1.240"],
  ["1 240,50", "fr", "1240.50"],
  ["1,240,000", "en-GB", "1240000"],
  ["1.2.3,4,5", "en-GB", "1.2.3,4,5"],
  ["twelve", "en-GB", "twelve"],
  ["-3", "en-GB", "-3"],
])("%s in %s is %s", (typed, locale, decimal) => {
  expect(decimalTyped(typed, locale)).toBe(decimal);
});

test("a decimal is shown without the zeros of the database", () => {
  expect(decimalShown("92.500000", "de")).toBe("92,5");
  expect(decimalShown("100.000000", "en-GB")).toBe("100");
  expect(decimalShown("1200", "en-GB")).toBe("1200");
});
