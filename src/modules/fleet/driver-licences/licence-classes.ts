import { z } from "zod";

const european = [
  "AM",
  "A1",
  "A2",
  "A",
  "B1",
  "B",
  "BE",
  "C1",
  "C1E",
  "C",
  "CE",
  "D1",
  "D1E",
  "D",
  "DE",
  "T",
  "L",
] as const;
const american = ["CDL-A", "CDL-B", "CDL-C"] as const;
/** Classes of the European Union (directive 2006/126) and of commercial licences of the United States. */
export const licenceClass = z.enum([...european, ...american]);
export type LicenceClass = z.output<typeof licenceClass>;

/** What a class lets one drive beside its own vehicles. Trailers of a class come with the class before them. */
const includes: Readonly<Partial<Record<LicenceClass, readonly LicenceClass[]>>> = {
  A: ["A2", "A1", "AM"],
  A2: ["A1", "AM"],
  A1: ["AM"],
  B: ["B1", "AM"],
  BE: ["B"],
  C: ["C1"],
  C1E: ["C1", "BE"],
  CE: ["C", "C1E"],
  D: ["D1"],
  D1E: ["D1", "BE"],
  DE: ["D", "D1E"],
  "CDL-A": ["CDL-B"],
  "CDL-B": ["CDL-C"],
};

/** Whether these classes let somebody drive what needs that one: CE is enough for C1, and C is not for C1E. */
export function licencesCover(held: readonly LicenceClass[], needed: LicenceClass): boolean {
  return held.some((one) => one === needed || licencesCover(includes[one] ?? [], needed));
}
