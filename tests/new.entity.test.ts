import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { copyProject, guideCommand, type ProjectCopy } from "#main/testing/project-copy.ts";

const fields =
  "code:code name:name maker:text straps:count load:quantity length:millimetres weight:kilograms fee:amount deposit:money testedOn:date checkedAt:instant notes:notes " +
  "grade:choice(light|heavy) carrierId:reference(carriers) homeId:reference(locations)";
const page = ["warehouse", "lashing-points", "--page", "--fields", `${fields} isActive:flag`];
const assets = ["--view", "CAN_VIEW_ASSETS", "--edit", "CAN_EDIT_ASSETS"];
const vitest = ["run", "--project", "server"];

describe("what npm run new writes: as CONTRIBUTING.md does it, with a page and all kinds of fields, and the smallest", () => {
  let copy: ProjectCopy;
  beforeAll(async () => {
    copy = copyProject({ adminUrl: inject("testServer").adminUrl });
    for (const asked of [
      guideCommand(),
      page,
      ["fleet", "tow-bars", "--fields", "name:name, isActive:flag", ...assets],
    ])
      expect(await copy.run("node", "scripts/new.ts", ...asked)).toMatchObject({ status: 0 });
    expect(await copy.run("node", "scripts/db-types.ts")).toMatchObject({ status: 0 });
  });
  afterAll(() => copy.remove());

  test("is formatted", async () => {
    expect(await copy.run("oxfmt", "--check", "src/modules", "src/shared")).toMatchObject({ status: 0 });
  });

  test.each(["server", "web"])("compiles for the %s", async (side) => {
    expect(await copy.run("tsc", "-p", `tsconfig.${side}.json`)).toEqual({ status: 0, output: "" });
  });

  test("has no fault that lint finds", async () => {
    const folders = ["src/modules/warehouse/strap-types", "src/modules/warehouse/lashing-points", "src/modules/fleet"];
    const { status, output } = await copy.run("oxlint", ...folders);
    expect(status, output).toBe(0);
  });

  test("passes its own tests, and those of the manifests and of the columns that may name a person", async () => {
    const own = [
      "src/modules/warehouse/strap-types",
      "src/modules/warehouse/lashing-points",
      "src/modules/fleet/tow-bars",
    ];
    const all = ["src/main/conventions/modules", "src/modules/settings/erasures/personal-columns"];
    const { status, output } = await copy.run("vitest", ...vitest, ...own, ...all);
    expect(status, output.slice(-4000)).toBe(0);
    expect(output).toMatch(/Test Files\s+5 passed/);
  }, 400_000);
});
