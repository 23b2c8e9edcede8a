import { parseSync, traverse, types as t } from "@babel/core";

/** A text for people that stands in the code. */
export interface Found {
  readonly text: string;
  readonly context?: string | undefined;
  readonly line: number;
}

interface Words {
  /** Sentences of `message()`, of problems and of Zod's checks. */
  readonly sentences: readonly Found[];
  /** Texts that read like a sentence, but nothing says that they are meant for people: they would stay English. */
  readonly unmarked: readonly Found[];
}

/** The functions of `shared/contract/problem.ts`, and which of their arguments are sentences. */
const takesSentence: Readonly<Record<string, readonly number[]>> = {
  message: [0],
  conflict: [1],
  notFound: [1],
  malformed: [1],
  invalid: [0, 1],
  gone: [0],
  refusedBody: [2],
  tooMany: [1],
  unavailable: [0],
};
/** Zod's checks may end with a sentence, or with an object that has one as `error` or `message`. */
const checks = new Set(["regex", "refine", "min", "max", "length", "enum", "datetime"]);

/** The words of a file that is no screen (on screens Lingui's macros say them). */
export function wordsIn(file: string, code: string): Words {
  const tree = parseSync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ["typescript", "importAttributes", "explicitResourceManagement"] },
  });
  if (!tree) throw new Error(`${file} could not be read`);
  const sentences = new Map<t.Node, Found>();
  const unmarked: Found[] = [];
  const known = new Set(file.endsWith("contract/problem.ts") ? Object.keys(takesSentence) : []);
  const usesZod = /from "zod"/.test(code);

  const addSentence = (node: t.Node | null | undefined, context?: string): void => {
    for (const [literal, text] of textsOf(node))
      if (/\p{L}/u.test(text)) sentences.set(literal, { text, context, line: lineOf(literal) });
  };
  const readCall = ({ callee, arguments: given }: t.CallExpression): void => {
    if (t.isIdentifier(callee) && known.has(callee.name)) {
      const { name } = callee;
      if (name === "message" && textsOf(given[0]).length === 0 && !file.endsWith("contract/problem.ts"))
        throw new Error(`${file}:${lineOf(callee)}: the text of message() has to stand in the call`);
      for (const place of takesSentence[name] ?? []) {
        const argument = given[place];
        if (t.isObjectExpression(argument)) propertiesOf(argument).forEach(({ value }) => addSentence(value));
        else addSentence(argument, name === "message" ? textOf(given[2]) : undefined);
      }
    } else if (t.isMemberExpression(callee) && t.isIdentifier(callee.property)) {
      const { name } = callee.property;
      const last = given.at(-1);
      if (usesZod && checks.has(name) && t.isObjectExpression(last))
        propertiesOf(last)
          .filter(({ key }) => t.isIdentifier(key) && /^(?:error|message)$/.test(key.name))
          .forEach(({ value }) => addSentence(value));
      else if (usesZod && checks.has(name) && given.length > 1) addSentence(last);
    }
  };

  traverse(tree, {
    ImportDeclaration({ node }) {
      if (!node.source.value.endsWith("/problem.ts")) return;
      for (const { local } of node.specifiers) if (local.name in takesSentence) known.add(local.name);
    },
    CallExpression({ node }) {
      readCall(node);
    },
  });
  t.traverseFast(tree, (node) => {
    const text = t.isTemplateLiteral(node)
      ? node.quasis.map(({ value }) => value.cooked).join("${…}")
      : (textOf(node) ?? "");
    if (!sentences.has(node) && /^[\p{Lu}“"$].*\s.*[.?!]$/u.test(text)) unmarked.push({ text, line: lineOf(node) });
  });
  return { sentences: [...sentences.values()], unmarked };
}

/** The texts that an argument can be: one, or one of two. */
function textsOf(node: t.Node | null | undefined): [t.Node, string][] {
  if (t.isConditionalExpression(node)) return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  const text = textOf(node);
  return node && text !== undefined ? [[node, text]] : [];
}

function textOf(node: t.Node | null | undefined): string | undefined {
  if (t.isStringLiteral(node)) return node.value;
  if (t.isTemplateLiteral(node) && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

const lineOf = (node: t.Node): number => node.loc?.start.line ?? 0;
const propertiesOf = ({ properties }: t.ObjectExpression) => properties.filter((one) => t.isObjectProperty(one));
