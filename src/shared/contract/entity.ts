/** The word of events for the records of a list, by its path: `/api/warehouse/product-categories` → `product-category`. */
export function entityOf(path: string): string {
  const last = path.slice(path.lastIndexOf("/") + 1);
  return /(?:tus|ss|x|ch|sh)es$/.test(last) ? last.slice(0, -2) : last.replace(/ies$/, "y").replace(/s$/, "");
}
