import { expect, test } from "vitest";
import { crash } from "#main/testing/product/crash.ts";

test("kill -9 of the app, of PostgreSQL and of both loses no acknowledged write and doubles none (3 kills; npm run crash does 20)", async () => {
  const result = await crash({ cycles: 3, writers: 4 });
  expect(result).toMatchObject({ lost: [], doubled: [], wrong: [] });
  expect(result.acknowledged).toBeGreaterThan(60);
  console.log(
    `crash: ${result.acknowledged} acknowledged writes, recovered in ${result.recoveries.map((time) => `${time} ms`).join(", ")}`,
  );
}, 240_000);
