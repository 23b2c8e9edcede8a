import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal, type Referred } from "./entity.ts";

/** The entity with this list, as one of `module` refers to it; throws a Refusal where there is none that has a name. */
export function referredFrom(root: string, module: string, list: string): Referred {
  const path = /^[a-z-]+$/.test(list)
    ? globSync(`src/modules/*/${list}/${list}.contract.ts`, { cwd: root })[0]
    : undefined;
  if (!path) throw new Refusal(`There are no records ${list} that a field could refer to.`);
  const text = readFileSync(join(root, path), "utf8");
  const [, table, label] = /\brecord\(\{\s*entity: "[\w-]+",\s*table: "(\w+)",\s*label: "(\w+)"/.exec(text) ?? [];
  const contract = list.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (!table || !label || !text.includes(`export const ${contract} = `))
    throw new Refusal(`${list} have no list of their own that a field could choose from.`);
  const owner = path.split("/")[2] ?? "";
  const from = owner === module ? ".." : `../../${owner}`;
  return {
    path: `${from}/${list}/${list}.contract.ts`,
    contract,
    table,
    labelColumn: label,
    label: label.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  };
}
