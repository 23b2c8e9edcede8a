import { existsSync, globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { entityOf } from "#shared/contract/entity.ts";
import type { Module } from "#shared/contract/module.ts";
import { permissionAreas, permissionNames } from "#shared/permissions/permission-list.ts";
import { allows, type Holder } from "#shared/permissions/permissions.ts";
import { defaultRoles } from "#modules/settings/roles/default-roles.server.ts";
import type { RecordKind } from "#shared/contract/record.ts";
import { importsOf, menusOf } from "#shared/contract/screens.ts";
import { moduleAt, projectFile, sources } from "#main/testing/sources.ts";
import { modules } from "../modules.ts";
import { namingFiles, placeOf, platform } from "../testing/naming.ts";

const folders = globSync("src/modules/*/", { cwd: fileURLToPath(projectFile("./")) })
  .map((path) => path.split("/").at(-1) ?? "")
  .sort();

describe("every module folder", () => {
  test("is composed, on the server and in the browser", () => {
    const [web] = sources("src/main/web.tsx");
    const onServer = modules.all.map(({ module }) => module.id);
    const inBrowser = folders.filter((folder) => web?.text.includes(`from "#modules/${folder}/module.web.tsx"`));
    const serving = folders.filter((folder) => existsSync(projectFile(`src/modules/${folder}/module.server.ts`)));
    const missing = [
      ...serving.filter((id) => !onServer.includes(id)).map((id) => `${id} is not in src/main/modules.ts`),
      ...folders.filter((id) => !inBrowser.includes(id)).map((id) => `${id} is not in src/main/web.tsx`),
    ];
    expect(missing).toEqual([]);
  });

  test("keeps its screens below its own name, by which the frame knows whose menu to show", () => {
    const elsewhere = modules.all.flatMap(({ module: { id, screens } }) =>
      screens.filter(({ path }) => !path.startsWith(`/${id}/`)).map(({ path }) => path),
    );
    // As the specification has them; the profile is everybody's and changes no menu.
    expect(elsewhere.filter((path) => !/^\/(?:company-\w+(?:\/|$)|profile$)/.test(path))).toEqual([]);
  });

  test("with a menu has a group of permissions; until it has one, it is what everybody has", () => {
    const withMenu = modules.all.filter(
      ({ module: { screens } }) => screens.length === 0 || screens.some(({ menu }) => menu),
    );
    expect(Object.keys(permissionAreas).toSorted()).toEqual(
      ["general", ...withMenu.map(({ module }) => module.id)].toSorted(),
    );
  });

  test.each(permissionNames)("shows its menu to whoever may open a screen of it with %s", async (permission) => {
    const user: Holder = { permissions: { CAN_VIEW: true, [permission]: true }, roleMap: {} };
    const own = await Promise.all(
      folders.map(async (folder) => {
        const { [folder]: module } = (await moduleAt(`src/modules/${folder}/module.ts`)) as Record<string, Module>;
        return module && menusOf(module.screens, user).length > 0 ? [folder] : [];
      }),
    );
    expect(
      modules
        .of(user)
        .map(({ module }) => module.id)
        .toSorted(),
    ).toEqual(own.flat());
  });
});

test("a role of a new company that may change records may see them too", () => {
  const blind = modules.served.flatMap(({ contract: { list, update } }) =>
    list
      ? defaultRoles
          .map(({ code, permissions }) => ({
            code,
            user: { permissions: Object.fromEntries(permissions.map((name) => [name, true])), roleMap: {} },
          }))
          .filter(({ user }) => update && allows(user, [update.can].flat()))
          .filter(({ user }) => !allows(user, [list.can].flat()))
          .map(({ code }) => `${code} changes ${list.path} and does not see it`)
      : [],
  );
  expect(blind).toEqual([]);
});

test("settings import no other module: what they need of one is handed to them by main", () => {
  const others = folders.filter((folder) => folder !== "settings").join("|");
  const foreign = new RegExp(`(?:\\.\\./|#modules/)(?:${others})/`);
  const found = sources("src/modules/settings/**/*.{ts,tsx}")
    .filter(({ path }) => !path.includes(".test."))
    .flatMap(({ path, texts }) => texts.filter(({ text }) => foreign.test(text)).map(({ text }) => `${path}: ${text}`));
  expect(found).toEqual([]);
});

describe("every kind of record", async () => {
  const screens = modules.all.flatMap(({ module }) => module.screens);
  const entities = modules.records.map(({ entity }) => entity);
  const lists = modules.served.flatMap(({ contract: { list } }) => (list ? [list.path] : []));
  const described = (
    await Promise.all(
      sources("src/modules/**/*.contract.ts").map(async ({ path }) =>
        Object.entries(await moduleAt(path)).map(([name, value]) => ({ path, name, kind: value as RecordKind })),
      ),
    )
  )
    .flat()
    .filter(({ kind }) => typeof kind === "object" && kind !== null && "entity" in kind && "table" in kind);

  test("that a contract describes is in the manifest of its module, and says once what it is called", () => {
    const missing = described.filter(({ kind }) => !modules.records.some((one) => one === kind));
    expect(missing.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
    expect(described.length).toBe(modules.records.length);
  });

  test("with a list is served under the word of its events, which live updates go by", () => {
    // Who is signed in, mails, files (at both of their addresses) and the trail itself are no records that somebody keeps.
    const others = ["audit", "document", "erasure", "file", "mail", "session"];
    const words = lists.filter((path) => !path.includes(":")).map(entityOf);
    expect(words.filter((word) => !entities.includes(word) && !others.includes(word))).toEqual([]);
  });

  test("that can be imported says on which screen it is listed", () => {
    const listed = screens.flatMap((screen) => importsOf(screen).map(({ entity }) => entity));
    const importers = modules.all.flatMap(({ importers: own = [] }) => own.map(({ entity }) => entity));
    expect(listed.toSorted()).toEqual(importers.toSorted());
  });

  test("that can be imported is so by whoever may, who opens the screen of imports", () => {
    const can = modules.all.flatMap(({ importers: own = [] }) => own.map((importer) => importer.can));
    const screen = screens.find(({ path }) => path === "/warehouse/import");
    expect([screen?.can ?? []].flat().toSorted()).toEqual([...new Set(can)].toSorted());
  });

  test("is shown or kept by a screen, and screens name no other", () => {
    const named = screens.flatMap(({ shows, keeps = [] }) => [...(shows ? [shows] : []), ...keeps]);
    expect(named.toSorted()).toEqual(entities.toSorted());
  });

  test.each(modules.records.filter(({ entity }) => !platform.has(entity)).map(({ entity }) => entity))(
    "%s is named by hand in four places at most: the manifest of its module, permissions with default roles, German, the demo",
    (entity) => {
      const files = namingFiles(entity);
      console.log(`${entity}: ${files.length} files: ${files.join(", ")}`);
      expect(files.filter((file) => placeOf(file) === null)).toEqual([]);
      expect(new Set(files.map(placeOf)).size).toBeLessThanOrEqual(4);
    },
  );
});
