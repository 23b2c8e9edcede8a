import { expect, test } from "vitest";
import { message } from "#shared/contract/problem.ts";
import { render } from "./language.ts";

test("a state is said in the reader's language, and what a person typed stays as they typed it, also where it reads like one", () => {
  const left = message("{number} is {status}. Check the truck in first, then post what it brought.", {
    number: "DS-00007",
    status: "in_progress",
  });
  expect(render(left, "en")).toMatch(/^DS-00007 is in progress\./);
  expect(render(left, "de")).toMatch(/läuft/);
  for (const typed of ["cancelled", "maintenance", "left", "on hold"])
    expect(
      render(
        message("{counted} of {what} came while the order is on hold: {reason}", {
          counted: "3",
          what: "Beans",
          reason: typed,
        }),
        "de",
      ),
    ).toContain(typed);
});
