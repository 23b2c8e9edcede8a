import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type * as Fontkit from "fontkit";

/** One typeface in both weights; its file is read when a text needs it for the first time. */
export interface Typeface {
  readonly name: string;
  /** Letters that are this typeface's own, also where another one has them. */
  readonly script?: RegExp;
  /** Addresses of the two weights. */
  readonly files: { readonly regular: string; readonly bold: string };
}

// Not `import.meta.resolve`: Vitest has none where it prepares the tests in the browser.
const require = createRequire(import.meta.url);
const addressOf = (file: string): string => pathToFileURL(file).href;

// Packages of Google's fonts have a folder a weight; those of EmbedPDF export their index alone, with the faces in a folder beside it.
const google = (folder: string, family: string) => ({
  regular: `${folder}400Regular/${family}_400Regular.ttf`,
  bold: `${folder}700Bold/${family}_700Bold.ttf`,
});
const embedPdf = (index: string, family: string) => ({
  regular: new URL(`../fonts/${family.replace("*", "Regular")}`, index).href,
  bold: new URL(`../fonts/${family.replace("*", "Bold")}`, index).href,
});
const folderOf = (packageFile: string): string => new URL(".", packageFile).href;

/** Latin, Cyrillic, Greek and Vietnamese. */
export const inter: Typeface = {
  name: "Inter",
  files: google(folderOf(addressOf(require.resolve("@expo-google-fonts/inter/package.json"))), "Inter"),
};

const others: readonly Typeface[] = [
  {
    // Naskh has a sign for each letter. Noto Sans Arabic puts letters together from strokes and dots, which copied out are other letters.
    name: "Arabic",
    script: /\p{Script=Arabic}/u,
    files: embedPdf(addressOf(require.resolve("@embedpdf/fonts-arabic")), "NotoNaskhArabic-*.ttf"),
  },
  {
    name: "Hebrew",
    script: /\p{Script=Hebrew}/u,
    files: google(
      folderOf(addressOf(require.resolve("@expo-google-fonts/noto-sans-hebrew/package.json"))),
      "NotoSansHebrew",
    ),
  },
  {
    name: "Thai",
    script: /\p{Script=Thai}/u,
    files: google(
      folderOf(addressOf(require.resolve("@expo-google-fonts/noto-sans-thai/package.json"))),
      "NotoSansThai",
    ),
  },
  {
    name: "Devanagari",
    script: /\p{Script=Devanagari}/u,
    files: google(
      folderOf(addressOf(require.resolve("@expo-google-fonts/noto-sans-devanagari/package.json"))),
      "NotoSansDevanagari",
    ),
  },
  {
    name: "Korean",
    script: /\p{Script=Hangul}/u,
    files: embedPdf(addressOf(require.resolve("@embedpdf/fonts-kr")), "NotoSansKR-*.otf"),
  },
  {
    // Japanese comes out in the Chinese shapes of its characters: readable, and no third large file.
    name: "Chinese",
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
    files: embedPdf(addressOf(require.resolve("@embedpdf/fonts-sc")), "NotoSansHans-*.otf"),
  },
];

const read = new Map<string, Buffer>();

/** The file of a typeface, as pdfkit embeds it. */
export function fontFile({ files }: Typeface, bold: boolean): Buffer {
  const path = bold ? files.bold : files.regular;
  const file = read.get(path) ?? readFileSync(new URL(path));
  read.set(path, file);
  return file;
}

let fontkit: typeof Fontkit | undefined;
const opened = new Map<Typeface, Fontkit.Font>();

/** Loads what tells which letters a typeface has; before the first text is set. */
export async function loadFontkit(): Promise<void> {
  fontkit ??= await import("fontkit");
}

function has(face: Typeface, letter: string): boolean {
  let font = opened.get(face);
  if (!font) {
    if (!fontkit) throw new Error("loadFontkit was not awaited");
    font = fontkit.create(fontFile(face, false)) as Fontkit.Font; // each file holds one font, no collection
    opened.set(face, font);
  }
  return font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

/** Text in one typeface. */
export interface Run {
  text: string;
  readonly face: Typeface;
}

const westEuropean = /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u017F\u2010-\u2027\u2030-\u203A\u20AC]*$/u; // Inter has all of these
const drawsNothing = /^(?![\u200C\u200D])[\p{Cc}\p{Cf}]$/u; // what joins letters or keeps them apart shapes them
const ofAnyScript = /^[\p{Script=Common}\p{Script=Inherited}]$/u;

/** Splits text where another typeface begins. A letter that none of them has becomes a question mark. */
export function runsOf(text: string): Run[] {
  if (westEuropean.test(text)) return [{ text, face: inter }];
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    if (drawsNothing.test(letter)) continue;
    const goesOn = last && ofAnyScript.test(letter) && has(last.face, letter);
    const face = goesOn ? last.face : faceOf(letter);
    const shown = face ? letter : "?";
    const drawn = face ?? last?.face ?? inter;
    if (last?.face === drawn) last.text += shown;
    else runs.push({ text: shown, face: drawn });
  }
  return runs;
}

/** The typeface that has this letter: that of its script, then Inter, then any. */
function faceOf(letter: string): Typeface | undefined {
  const own = others.find(({ script }) => script?.test(letter));
  return [...(own ? [own] : []), inter, ...others].find((face) => has(face, letter));
}
