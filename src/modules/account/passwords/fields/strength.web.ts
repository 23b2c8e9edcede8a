export type Strength = "short" | "short_alone" | "weak" | "good" | "strong";

/**
 * How good a password looks while it is typed: by its length and by how many different signs it has. Only the server
 * decides; it knows the words that are guessed first.
 */
export function strengthOf(password: string): Strength {
  const signs = [...password.normalize("NFKC")];
  const different = new Set(signs.map((sign) => sign.toLowerCase())).size;
  if (signs.length < 8) return "short";
  if (different < 6) return "weak";
  if (signs.length < 15) return "short_alone";
  return signs.length >= 20 && different >= 10 ? "strong" : "good";
}
