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

/** Kilograms that a trailer may weigh with its load before the class of the vehicle is not enough for the two. */
const lightTrailer = { european: 750, american: 4536 } as const;

/**
 * The class that a vehicle of this class needs with trailers, by what each of the two may weigh with its load, in kilograms (directive
 * 2006/126, article 4; 49 CFR 383.91); what is not known of a vehicle is taken to be much.
 */
export function withTrailers(needed: LicenceClass, trailersKg: number, vehicleKg: number | null): LicenceClass {
  const together = vehicleKg === null ? Infinity : vehicleKg + trailersKg;
  if (needed.startsWith("CDL-")) return trailersKg > lightTrailer.american ? "CDL-A" : needed;
  if (trailersKg <= lightTrailer.european) return needed;
  if (needed === "B") {
    if (together <= 3500) return needed;
    return trailersKg <= 3500 ? "BE" : together <= 12_000 ? "C1E" : "CE";
  }
  if (needed === "C1") return vehicleKg === null || together <= 12_000 ? "C1E" : "CE";
  if (needed === "C") return "CE";
  if (needed === "D1") return "D1E";
  return needed === "D" ? "DE" : needed;
}

/** Whether these classes let somebody drive what needs that one: CE is enough for C1, and C is not for C1E. */
export function licencesCover(held: readonly LicenceClass[], needed: LicenceClass): boolean {
  return held.some((one) => one === needed || licencesCover(includes[one] ?? [], needed));
}
