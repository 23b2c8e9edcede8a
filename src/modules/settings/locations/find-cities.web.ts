interface Named {
  readonly name: string;
  readonly country: string;
}

/** Letters as people type them without their marks: "Łódź" and "lodz", "Nürnberg" and "nurnberg". */
const plain = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").replaceAll("Ł", "L").toLowerCase();

/** The largest cities whose name begins with what was typed, each name of a country once. */
export function findCities<City extends Named>(cities: readonly City[], typed: string, limit = 6): readonly City[] {
  const wanted = plain(typed.trim());
  if (wanted.length < 2) return [];
  const found = new Map<string, City>();
  for (const city of cities) {
    if (plain(city.name).startsWith(wanted))
      found.set(`${city.name} ${city.country}`, found.get(`${city.name} ${city.country}`) ?? city);
    if (found.size === limit) break;
  }
  return [...found.values()];
}
