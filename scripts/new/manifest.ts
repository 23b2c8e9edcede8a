import { parseSync } from "oxc-parser";

/** What this file reads of the parser's tree; every node has more. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * Writes another element into a list or an object of a manifest: `insert(text, ["records"], "carrierRecord")`. The path
 * leads from the object in the file's only exported declaration through its properties. Layout is left to the formatter.
 */
export function insert(text: string, path: readonly string[], element: string): string {
  const found = path.reduce<Node | undefined>((node, name) => valueOf(node, name), objectIn(text));
  const elements = (found?.["elements"] ?? found?.["properties"]) as readonly Node[] | undefined; // of an array, of an object
  if (!found || !elements) throw new Error(`no list or object ${path.join(".")} stands in this file`);
  const last = elements.at(-1);
  const at = last ? last.end : found.start + 1;
  return `${text.slice(0, at)}${last ? ", " : ""}${element}${text.slice(at)}`;
}

/** Adds an import below the last one. */
export function addImport(text: string, line: string): string {
  const last = bodyOf(text).findLast(({ type }) => type === "ImportDeclaration");
  return last ? `${text.slice(0, last.end)}\n${line}${text.slice(last.end)}` : `${line}\n${text}`;
}

/** The groups of a menu, in the order in which a manifest names them. */
export function groupsIn(text: string): string[] {
  const screens = valueOf(objectIn(text), "screens")?.["elements"] as readonly Node[] | undefined;
  return (screens ?? []).flatMap((screen) => {
    const group = valueOf(valueOf(screen, "menu"), "group")?.["value"];
    return typeof group === "string" ? [group] : [];
  });
}

function bodyOf(text: string): readonly Node[] {
  const { program, errors } = parseSync("module.tsx", text);
  if (errors[0]) throw new Error(`this file cannot be read: ${errors[0].message}`);
  return program.body as unknown as readonly Node[]; // the tree of ESTree
}

/** The object that the first exported constant is, or that a call makes it of: `export const warehouse = defineModule({ … })`. */
function objectIn(text: string): Node | undefined {
  for (const { type, declaration } of bodyOf(text)) {
    if (type !== "ExportNamedDeclaration") continue;
    const [first] = ((declaration as Node | null)?.["declarations"] ?? []) as readonly Node[]; // of a const
    const object = bare(first?.["init"] as Node | undefined);
    if (object?.type === "ObjectExpression") return object;
    const given = object?.["arguments"] as readonly Node[] | undefined;
    const last = bare(given?.at(-1));
    if (last?.type === "ObjectExpression") return last;
  }
  return undefined;
}

/** Without `as const` or `satisfies …`. */
function bare(node: Node | undefined): Node | undefined {
  return /^TS(?:As|Satisfies)Expression$/.test(node?.type ?? "") ? bare(node?.["expression"] as Node) : node; // theirs
}

function valueOf(object: Node | undefined, name: string): Node | undefined {
  const properties = (object?.["properties"] ?? []) as readonly Node[]; // none where it is no object
  const own = properties.find(({ key }) => [(key as Node)?.["name"], (key as Node)?.["value"]].includes(name)); // `name` or `"name"`
  return bare(own?.["value"] as Node | undefined);
}
