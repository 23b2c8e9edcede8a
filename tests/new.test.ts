import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { copyProject, guideCommand, type ProjectCopy } from "#main/testing/project-copy.ts";

let copy: ProjectCopy;
beforeAll(() => void (copy = copyProject({ adminUrl: inject("testServer").adminUrl })));
afterAll(() => copy.remove());

const make = (...args: string[]) => copy.run("node", "scripts/new.ts", ...args);
/** When each file was last written. */
const sources = () =>
  readdirSync(join(copy.folder, "src"), { recursive: true, encoding: "utf8" }).map(
    (path) => `${path} ${statSync(join(copy.folder, "src", path)).mtimeMs}`,
  );

describe("npm run new", () => {
  test.each([
    [
      "a module that is not there",
      ["flights", "strap-types"],
      "There is no module flights that holds records; there are",
    ],
    [
      "an entity that is there",
      ["warehouse", "carriers"],
      "There are carriers already: src/modules/warehouse/carriers.",
    ],
    [
      "one of another module",
      ["fleet", "asset-types"],
      "There are asset-types already: src/modules/settings/asset-types.",
    ],
    ["a name that is no plural", ["warehouse", "strap-type"], '"strap-type" is no plural in kebab case'],
    ["a name that is not in kebab case", ["warehouse", "strapTypes"], '"strapTypes" is no plural in kebab case'],
    ["a name too few", ["warehouse"], "Say which module, and what its new records are called."],
    ["an option that it has not", ["warehouse", "strap-types", "--colour", "red"], "Unknown option '--colour'"],
    ["a permission that is not there", ["fleet", "strap-types", "--view", "CAN_FLY"], "There is no permission CAN_FLY"],
    ["no name for a record", ["fleet", "strap-types", "--fields", "note:notes size:count"], "to be called by"],
    ["a field of no kind", ["fleet", "strap-types", "--fields", "code:code size:length"], '"size:length" is no field'],
    [
      "a field that every record has",
      ["fleet", "strap-types", "--fields", "name:name version:count"],
      "called version",
    ],
    [
      "an icon that the menu has not",
      ["fleet", "strap-types", "--icon", "strap"],
      "The menu has no icon strap; it has",
    ],
    ["a field twice", ["fleet", "strap-types", "--fields", "name:name size:count size:count"], "size is there twice"],
    ["one choice", ["fleet", "strap-types", "--fields", "name:name grade:choice(light)"], "are no choices for grade"],
    [
      "a reference to nothing",
      ["fleet", "strap-types", "--fields", "name:name flightId:reference(flights)"],
      "There are no records flights",
    ],
    [
      "a reference that is called otherwise",
      ["fleet", "strap-types", "--fields", "name:name carrier:reference(carriers)"],
      "end its name with Id",
    ],
    ["only a code", ["fleet", "strap-types", "--fields", "code:code"], "A record has more than its code"],
  ])("refuses %s with a sentence, and writes nothing", async (_, args, says) => {
    const before = sources();
    const { status, output } = await make(...(args as string[]));
    expect(output).toContain(says);
    expect(status).toBe(1);
    expect(sources()).toEqual(before);
  });

  test("writes what CONTRIBUTING.md says: the files of the entity and its migration, names it in its module, and tells what is left to do", async () => {
    const { status, output } = await make(...guideCommand());
    expect(status, output).toBe(0);
    expect(readdirSync(join(copy.folder, "src/modules/warehouse/strap-types")).sort()).toEqual([
      "strap-types.contract.ts",
      "strap-types.server.ts",
      "strap-types.test.ts",
      "strap-types.web.tsx",
    ]);
    expect(copy.text("src/modules/warehouse/module.ts")).toContain('keeps: ["strap-type"]');
    expect(copy.text("src/modules/warehouse/module.server.ts")).toMatch(/strapTypeRecord,\n {2}\],\n {2}jobs/);
    expect(copy.text("src/modules/warehouse/module.web.tsx")).toContain(
      '"StrapTypeList"),\n  },\n  /** What the palette',
    );
    for (const left of ["npm run db-types", "write the German in src/shared/language/de.po", "permission-list.ts"]) {
      expect(output).toContain(left);
      expect(copy.text("CONTRIBUTING.md")).toContain(left.replace("write the German in ", ""));
    }
  });

  test("gives the new permissions to the roles that have them in new companies, in those that exist too", () => {
    const file = readdirSync(join(copy.folder, "migrations")).find((name) => name.endsWith("_strap_types.sql")) ?? "";
    expect(readdirSync(join(copy.folder, "migrations")).sort().slice(-2)).toContain(file);
    const granted = copy.text(`migrations/${file}`);
    expect(granted).toMatch(
      /'CAN_VIEW_STRAP_TYPES'\)\nwhere is_default and code in \('COMPANY_ADMIN', 'BUYER', .*'VIEWER'\)/,
    );
    expect(granted).toMatch(
      /'CAN_EDIT_STRAP_TYPES'\)\nwhere is_default and code in \('COMPANY_ADMIN', 'WAREHOUSE_MANAGER'\)/,
    );
  });

  test("tells that it is there already when it is asked twice", async () => {
    const { status, output } = await make("settings", "strap-types");
    expect(output).toContain("There are strap-types already: src/modules/warehouse/strap-types.");
    expect(status).toBe(1);
    expect(existsSync(join(copy.folder, "src/modules/settings/strap-types"))).toBe(false);
  });
});
