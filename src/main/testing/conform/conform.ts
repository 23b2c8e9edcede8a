import { afterAll, beforeAll, describe } from "vitest";
import { accessRules } from "./access.ts";
import { listRules } from "./lists.ts";
import type { Example } from "./example.ts";
import { Subject, type Routes } from "./subject.ts";
import { writeRules } from "./writes.ts";

/**
 * The tests that every entity has: who may call it, that companies are kept apart, what its writes refuse, and that its
 * list searches, sorts, pages, filters and exports. `conform(vendors, { name: "vendors", valid: (n) => ({ … }), change: { … } })`
 */
export function conform<C extends Routes>(contract: C, example: Example<C>): void {
  describe(example.name, () => {
    const subject = new Subject(contract, example as Example<Routes>); // the same, without its own types
    beforeAll(() => subject.begin());
    afterAll(() => subject.end());
    accessRules(subject);
    if (contract["create"]) writeRules(subject);
    if (contract["list"]) listRules(subject);
  });
}
