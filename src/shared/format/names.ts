/** A name of the data model as words: `openOrders` → "Open orders", `in_progress` → "In progress", `taxRatePct` → "Tax rate, %". */
export function humanise(name: string): string {
  if (/^[A-Z][A-Z\d]{1,3}(-[A-Z])?$/.test(name)) return name; // DAP, EUR, C1E, CDL-A: a code is its own word
  if (/^[bcdfghjklmnpqrstvwxz]{2,4}$/.test(name)) return name.toUpperCase(); // ftl: nobody says it as a word
  const words = name
    .replace(/^(is|has)(?=[A-Z])/, "")
    .replace(/(?<=.)(Id|At)$/, "")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/\buom\b/g, "unit")
    .replace(/ pct\b/g, ", %");
  return capital(words);
}

/** The first letter as a capital, for a word that begins a line. */
export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}
