import { inflateSync } from "node:zlib";

/**
 * The texts of a PDF in the order in which they are drawn, as a reader that searches or copies reads them: by each
 * font's ToUnicode table.
 */
export function pdfTexts(file: Buffer): string[] {
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of file.toString("latin1").matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, body);
  const streamOf = (body = "") => {
    const start = /stream\r?\n/.exec(body);
    if (!start) return "";
    const from = start.index + start[0].length;
    const length = Number(/\/Length (\d+)/.exec(body)?.[1]); // the packed bytes may end with a line end of their own
    return inflateSync(Buffer.from(body.slice(from, from + length), "latin1")).toString("latin1");
  };
  const fonts = new Map<string, readonly string[]>();
  for (const [, resources = ""] of [...objects.values()].join("\n").matchAll(/\/Font <<([\s\S]*?)>>/g)) {
    for (const [, name = "", id = ""] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1];
      fonts.set(name, table === undefined ? [] : lettersOf(streamOf(objects.get(table))));
    }
  }
  return [...objects.values()]
    .map(streamOf)
    .filter((commands) => commands.includes(" Tf"))
    .flatMap((commands) => textsOf(commands, fonts));
}

/** The text of each glyph, by its number. */
function lettersOf(table: string): string[] {
  return [...table.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, ranges = ""]) =>
    [...ranges.matchAll(/<([0-9a-f ]*)>/g)].map(([, units = ""]) =>
      Buffer.from(units.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
    ),
  );
}

function textsOf(commands: string, fonts: ReadonlyMap<string, readonly string[]>): string[] {
  let letters: readonly string[] = [];
  const texts: string[] = [];
  for (const [, font, glyphs = ""] of commands.matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[^\]]*)\] TJ/g)) {
    if (font) letters = fonts.get(font) ?? [];
    else {
      const numbers = [...glyphs.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      texts.push(numbers.map((number) => letters[Number.parseInt(number, 16)] ?? "").join(""));
    }
  }
  return texts;
}
