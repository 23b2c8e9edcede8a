import pg from "pg";

// Instants as ISO text, dates as YYYY-MM-DD, decimals as text without the zeros that only fill the scale.
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === 1184) return isoInstant;
    if (oid === 1082) return (text: string) => text;
    if (oid === 1700) return trimZeros;
    return format === undefined ? pg.types.getTypeParser(oid) : pg.types.getTypeParser(oid, format as "text");
  }) as typeof pg.types.getTypeParser, // one signature for the overloads
};

/** `2026-11-21 08:30:00+00` → `2026-11-21T08:30:00.000Z`; to milliseconds, as a `Date` has it. */
function isoInstant(text: string): string {
  const isPlain =
    text.endsWith("+00") && text.charCodeAt(4) === dash && (text.length === 22 || text.charCodeAt(19) === point);
  return isPlain
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, "0").slice(0, 3)}Z`
    : new Date(text).toISOString();
}
const dash = "-".charCodeAt(0);
const point = ".".charCodeAt(0);

/** `"92.500000"` → `"92.5"`, `"5.000000"` → `"5"`. */
function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
