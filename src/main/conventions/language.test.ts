import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Step } from "#shared/flow/flow.ts";
import { permissionGroups } from "#shared/permissions/permissions.ts";
import german from "#shared/contract/sentences.de.json" with { type: "json" };
import { defaultLists } from "#modules/settings/reference-lists/default-lists.server.ts";
import { ownLists } from "#modules/settings/reference-lists/reference-lists.contract.ts";
import { valuesOfStates } from "#modules/settings/reference-lists/state-values.server.ts";
import { defaultRoles } from "#modules/settings/roles/default-roles.server.ts";
import { moduleAt, projectFile, sources } from "#main/testing/sources.ts";
import names from "#web/language/names.de.json" with { type: "json" };
import { humanise } from "#web/ui/values/labels.ts";
import { modules } from "../modules.ts";
import { allScreens } from "../testing/screens.ts";

/** `{name}`, `<0>` and the like, which a translation has to have as well; the words of a plural are its own. */
function marks(text: string): string[] {
  const bare = text.includes(", plural,") ? text.replaceAll(/\b(?:one|other|=\d+) \{/g, "(") : text;
  return [...new Set([...bare.matchAll(/\{\w+(?=[,}])|<\/?\d+\/?>/g)].map(([mark]) => mark))].toSorted();
}

describe("German", () => {
  test("has each sentence of the screens, with the same places for values", () => {
    const entries = readFileSync(projectFile("src/web/language/de.po"), "utf8").split("\n\n").slice(1);
    const textOf = (entry: string, key: string) =>
      [
        ...(new RegExp(`^${key} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, "m").exec(entry)?.[1] ?? "").matchAll(
          /"((?:[^"\\]|\\.)*)"/g,
        ),
      ]
        .map(([, part]) => part)
        .join("");
    const pairs = entries.map((entry) => [textOf(entry, "msgid"), textOf(entry, "msgstr")] as const);
    expect(pairs.length).toBeGreaterThan(1000);
    expect(pairs.filter(([, said]) => said === "").map(([english]) => english)).toEqual([]);
    for (const [english, said] of pairs) expect(marks(said), english).toEqual(marks(english));
  });

  test("has each sentence that the server says, with the same places for values", () => {
    const said = sources("src/{server,shared,modules,main}/**/*.ts")
      .filter(({ path }) => !/\.test\.ts$|\/testing|\.web\.ts$|\/demo\//.test(path))
      .flatMap(({ code }) =>
        [
          ...code.matchAll(/\bmessage\(\s*"((?:[^"\\\n]|\\.)*)"/g),
          ...code.matchAll(/\b(?:conflict|notFound|gone|malformed)\(\s*"[\w]+",\s*"((?:[^"\\\n]|\\.)*)"/g),
          ...code.matchAll(/\bunavailable\(\s*"((?:[^"\\\n]|\\.)*)"/g),
          ...code.matchAll(/\.(?:regex|refine|min|max)\([^"\n]*"((?:[A-Z][^"\\\n]|\\.)*)"\)/g),
        ].map(([, text = ""]) => text),
      )
      .filter((text) => /[a-z]/.test(text));
    expect(said.length).toBeGreaterThan(200);
    const known: Readonly<Record<string, string>> = german;
    expect([...new Set(said)].filter((text) => !known[text])).toEqual([]);
    for (const [english, own] of Object.entries(known)) expect(marks(own), english).toEqual(marks(english));
  });

  test("is asked for each word of a mail and of a paper: none stands there in English alone", () => {
    const written = sources("src/modules/**/*.ts").filter(
      ({ path, text }) =>
        !path.endsWith(".test.ts") &&
        /#server\/(?:mail\/mail-layout|files\/pdf|mail\/local-text)\.ts|\bmail\(/.test(text),
    );
    expect(written.length).toBeGreaterThan(8);
    const known: Readonly<Record<string, string>> = german;
    const isWords = (text: string) =>
      /^[A-Z][a-z]+\b|[a-z]{2,}[,.:]? (?!as )[a-z]{2,}/.test(text.replaceAll("${…}", "")) &&
      !/^Waybill$|[/#]| as [\w]+$/.test(text);
    expect(
      written.flatMap(({ path, texts }) =>
        texts
          .filter(({ tag, text }) => tag === "" && isWords(text) && !known[text])
          .map(({ text, line }) => `${path}:${line} ${text}`),
      ),
    ).toEqual([]);
  });

  test("has each name of a field, state, step, choice, screen, role and permission", async () => {
    const wanted = new Set<string>();
    const add = (name: string) => void wanted.add(humanise(name));
    const visit = (schema: z.core.JSONSchema.BaseSchema): void => {
      for (const [key, inner] of Object.entries(schema.properties ?? {})) {
        add(key);
        if (typeof inner === "object") visit(inner);
      }
      // permissions are shown by their meanings
      for (const value of schema.enum ?? []) if (typeof value === "string" && !value.startsWith("CAN_")) add(value);
      for (const inner of [
        ...(schema.anyOf ?? []),
        ...(schema.oneOf ?? []),
        schema.items,
        schema.additionalProperties,
      ].flat())
        if (typeof inner === "object") visit(inner as z.core.JSONSchema.BaseSchema);
    };
    for (const { query, body, reply } of modules.served.flatMap(({ contract }) => Object.values(contract))) {
      for (const schema of [query, body, reply])
        if (schema)
          visit(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline", cycles: "ref" }));
    }
    for (const { path } of sources("src/modules/**/*.flow.ts")) {
      for (const flow of Object.values(await moduleAt(path)) as { steps?: Readonly<Record<string, Step>> }[])
        for (const [name, { done }] of Object.entries(flow.steps ?? {})) [name, done].forEach(add);
    }
    for (const { title, ...screen } of allScreens)
      for (const name of [title, screen.menu?.group, screen.find?.one]) if (name) wanted.add(name);
    for (const { name, description } of defaultRoles) [name, description].forEach((text) => wanted.add(text));
    for (const { title, meaning } of Object.values(ownLists)) [title, meaning].forEach((text) => wanted.add(text));
    for (const list of Object.values(modules.stateLists))
      [list.title, ...valuesOfStates(list).map(({ label }) => label)].forEach((text) => wanted.add(text));
    for (const { module } of modules.all) wanted.add(module.title);
    for (const { entity } of modules.records) add(entity); // the audit trail says of what kind a record is
    for (const [, label] of Object.values(defaultLists).flat()) wanted.add(label);
    for (const meaning of Object.values(permissionGroups).flatMap((group) => Object.values(group))) wanted.add(meaning);
    const known: Readonly<Record<string, string>> = names;
    expect([...wanted].filter((name) => !/^(\d+|[A-Z]{1,4})$/.test(name) && !known[name])).toEqual([]);
  });
});
