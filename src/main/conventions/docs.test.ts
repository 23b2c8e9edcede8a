import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Flow } from "#shared/flow/flow.ts";
import { apiDoc, flowDoc, permissionDoc } from "#main/testing/docs.ts";
import { moduleAt, projectFile, sources } from "#main/testing/sources.ts";
import { describeSchema } from "../../../scripts/db-types.ts";
import { served } from "../app.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

/** Compares a written document with what the code says; `UPDATE_DOCS=1` writes it. */
function expectWritten(path: string, text: string): void {
  const file = projectFile(path);
  if (process.env["UPDATE_DOCS"]) {
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(
    existsSync(file) ? readFileSync(file, "utf8") : "",
    `${path} is stale: run UPDATE_DOCS=1 npm test -- conventions/docs`,
  ).toBe(text);
}

test("docs/api.md lists the routes as they are served", () => {
  expectWritten("docs/api.md", apiDoc(served.map(({ contract }) => contract)));
});

test("docs/permissions.md says which roles of a new company hold what", () => {
  expectWritten("docs/permissions.md", permissionDoc());
});

describe("docs/flows", async () => {
  const isFlow = (value: unknown): value is Flow =>
    typeof value === "object" && value !== null && "states" in value && "steps" in value;
  const files = sources("src/modules/**/*.flow.ts").map(({ path }) => ({
    path,
    entity: path.split("/").at(-1)?.replace(".flow.ts", "") ?? "",
  }));

  test.each(files)("$entity is drawn as its flow says", async ({ path, entity }) => {
    const [flow, ...more] = Object.values(await moduleAt(path)).filter(isFlow);
    expect(more, "one flow in a file").toEqual([]);
    if (flow) expectWritten(`docs/flows/${entity}.md`, flowDoc(entity, flow));
  });

  test("draws nothing that is gone", () => {
    const drawn = globSync("docs/flows/*.md", { cwd: fileURLToPath(projectFile("./")) }).map((path) =>
      path.split("/").at(-1)?.replace(".md", ""),
    );
    expect(drawn.filter((entity) => !files.some((file) => file.entity === entity))).toEqual([]);
  });
});

describe("what a document or a comment names is there", () => {
  const cwd = fileURLToPath(projectFile("./"));
  const files = globSync(["*", ".ci/*", "{bench,docs,e2e,migrations,scripts,src,tests}/**/*"], { cwd });
  const ends = new Set(files.flatMap((file) => [...file.matchAll(/[^/]+/g)].map(({ index }) => file.slice(index))));
  const documents = globSync(["*.md", "docs/**/*.md"], { cwd }).map((path) => ({
    path,
    said: readFileSync(projectFile(path), "utf8"),
  }));
  const comments = sources("{bench,e2e,scripts,src,tests}/**/*.{ts,tsx,mts,mjs}").map(({ path, comments: said }) => ({
    path,
    said,
  }));

  test("every file: `carriers.server.ts`, `src/shared/contract/contract.ts`, `#web/list/list-screen.tsx`", () => {
    const named = /(?<![\w.<>*}@-])#?(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mts|mjs|sql|css|po)\b/g;
    const stale = [...documents, ...comments].flatMap(({ path, said }) =>
      [...said.matchAll(named)]
        .map(([name]) => name)
        .filter((name) => !ends.has(name.replace(/^#/, "").replace(/^(?:\.{1,2}\/)+/, "")))
        .map((name) => `${path}: ${name}`),
    );
    expect(stale).toEqual([]);
    expect(documents.length).toBeGreaterThan(30);
  });

  test("every folder in a document: `src/server/records/`", () => {
    const stale = documents.flatMap(({ path, said }) =>
      [...said.matchAll(/`((?:bench|docs|e2e|migrations|scripts|src|tests)\/(?:[\w.-]+\/)*)`/g)]
        .map(([, name = ""]) => name)
        .filter((name) => !existsSync(projectFile(name)))
        .map((name) => `${path}: ${name}`),
    );
    expect(stale).toEqual([]);
  });
});

describe("the types of the database", () => {
  let testApp: TestApp;
  beforeAll(async () => void (testApp = await startTestApp()));
  afterAll(() => testApp.close());

  test("are those of the migrated schema", async () => {
    const texts = await describeSchema(testApp.url);
    for (const [name, text] of Object.entries(texts))
      expect(readFileSync(projectFile(`src/server/db/${name}.ts`), "utf8"), "run: npm run db-types").toBe(text);
  });
});
