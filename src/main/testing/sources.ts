import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const project = new URL("../../../", import.meta.url);

/** One source file, and what a scan of it may look at. */
export interface Source {
  /** From the project's folder: `src/server/http/routes.ts`. */
  readonly path: string;
  readonly text: string;
  /** Without comments. */
  readonly code: string;
  /** What is left out of it, one comment a line. */
  readonly comments: string;
  /** Without comments and without what stands in quotes; expressions in templates stay. */
  readonly bare: string;
  /** Texts in quotes, and templates with `${…}` where something is put in; `tag` is the name in front of a template. */
  readonly texts: readonly {
    readonly tag: string;
    readonly text: string;
    readonly line: number;
    readonly joined: boolean;
  }[];
}

/** All files that these patterns name: `sources("src/**\/*.ts")`. Generated ones are left out. */
export function sources(...patterns: string[]): Source[] {
  const paths = globSync(patterns, { cwd: fileURLToPath(project) }).filter(
    (path) => !/server\/db\/(types|columns)\.ts$/.test(path),
  );
  return paths.sort().map((path) => scan(path, readFileSync(new URL(path, project), "utf8")));
}

/** Imports one of our modules by its path. */
export async function moduleAt(path: string): Promise<Record<string, unknown>> {
  return (await import(new URL(path, project).href)) as Record<string, unknown>; // a module is an object of its exports
}

export const projectFile = (path: string): URL => new URL(path, project);

type Part = { kind: "code" | "comment" | "quoted"; text: string };

/** Takes a source apart; good enough for code that is formatted as ours is, and it need not understand more. */
export function scan(path: string, text: string): Source {
  const parts: Part[] = [];
  const texts: { tag: string; text: string; line: number; joined: boolean }[] = [];
  let line = 1;
  const take = (kind: Part["kind"], length: number) => {
    const piece = text.slice(at, at + length);
    parts.push({ kind, text: piece });
    line += piece.split("\n").length - 1;
    at += length;
    return piece;
  };
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const plain = /^[^"'`/]+/.exec(rest);
    if (plain) take("code", plain[0].length);
    else if (rest.startsWith("//")) take("comment", /^[^\n]*/.exec(rest)?.[0].length ?? 0);
    else if (rest.startsWith("/*")) take("comment", rest.indexOf("*/", 2) + 2 || rest.length);
    else if (rest.startsWith("`")) {
      const tag = tagBefore(parts);
      const start = line;
      const body = templateAt(rest);
      parts.push({ kind: "quoted", text: "`" });
      for (const expression of body.expressions) parts.push({ kind: "code", text: ` ${expression} ` });
      texts.push(
        { tag, text: body.text, line: start, joined: body.expressions.length > 0 },
        ...body.expressions.flatMap((one) =>
          scan(path, one).texts.map((inner) => ({ ...inner, line: inner.line + start - 1 })),
        ),
      );
      line += body.source.split("\n").length - 1;
      at += body.source.length;
    } else if (rest.startsWith("/")) {
      const regex = isRegexPlace(parts)
        ? /^\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\/[a-z]*/.exec(rest)
        : null;
      take(regex ? "quoted" : "code", regex?.[0].length ?? 1);
    } else {
      const quoted = /^(["'])(?:\\.|(?!\1)[^\\\n])*\1?/.exec(rest)?.[0] ?? rest.charAt(0);
      texts.push({ tag: "", text: quoted.slice(1, -1), line, joined: /^\s*\+(?!\+)/.test(rest.slice(quoted.length)) });
      take("quoted", quoted.length);
    }
  }
  return {
    path,
    text,
    code: parts.map((part) => (part.kind === "comment" ? "" : part.text)).join(""),
    comments: parts.flatMap((part) => (part.kind === "comment" ? [part.text] : [])).join("\n"),
    bare: parts.map((part) => (part.kind === "code" ? part.text : "")).join(""),
    texts,
  };
}

const lastCode = (parts: readonly Part[]): string => parts.filter(({ kind }) => kind !== "comment").at(-1)?.text ?? "";

/** sql`…`, sql<{ id: string }>`…`, sql.raw(`…`) */
function tagBefore(parts: readonly Part[]): string {
  const before = parts
    .slice(-8)
    .map(({ kind, text }) => (kind === "comment" ? "" : text))
    .join("");
  return /([\w.]+)\s*(?:<(?:[^<>()]|<(?:[^<>()]|<[^<>()]*>)*>)*>)?$/.exec(before)?.[1] ?? "";
}

function isRegexPlace(parts: readonly Part[]): boolean {
  const before = lastCode(parts).trimEnd();
  return before === "" || /[(,=:[!&|?{};+~]$|\breturn$|=>$/.test(before);
}

function templateAt(text: string): { source: string; text: string; expressions: string[] } {
  const expressions: string[] = [];
  let words = "";
  let at = 1;
  while (at < text.length && text[at] !== "`") {
    if (text[at] === "\\") {
      words += text.slice(at, at + 2);
      at += 2;
    } else if (text.startsWith("${", at)) {
      const expression = expressionAt(text, at + 2);
      expressions.push(expression);
      words += "${}";
      at += expression.length + 3;
    } else words += text[at++];
  }
  return { source: text.slice(0, at + 1), text: words, expressions };
}

function expressionAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "`") at += templateAt(text.slice(at)).source.length - 1;
    else if (letter === '"' || letter === "'")
      at += (/^(["'])(?:\\.|(?!\1)[^\\\n])*\1?/.exec(text.slice(at))?.[0].length ?? 1) - 1;
    else if (letter === "{") depth += 1;
    else if (letter === "}" && depth-- === 0) return text.slice(start, at);
  }
  return text.slice(start);
}
