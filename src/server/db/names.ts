/** Names are camelCase in TypeScript and snake_case in SQL; this is the one place that converts. */

export type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

const snakes = new Map<string, string>();
const camels = new Map<string, string>();

/** `orderEmail` → `order_email`, `addressLine1` → `address_line1`. */
export function snake(name: string): string {
  let known = snakes.get(name);
  if (known === undefined) snakes.set(name, (known = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return known;
}

/** `order_email` → `orderEmail`. */
export function camel(name: string): string {
  let known = camels.get(name);
  if (known === undefined)
    camels.set(name, (known = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())));
  return known;
}

/** A row's top-level names in camelCase; nested JSON is built with its right names and stays as it is. */
export function camelRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name in row) out[camel(name)] = row[name];
  return out;
}

/** An input's top-level names in snake_case. */
export function snakeRow(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name in values) if (values[name] !== undefined) out[snake(name)] = values[name];
  return out;
}
