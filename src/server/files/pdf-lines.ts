import bidiFactory, { type Bidi } from "bidi-js";
import { runsOf, type Run } from "./pdf-fonts.ts";

/** One line of a paragraph, as it is read. */
export interface Line {
  text: string;
  /** The paragraph begins in a script that is read from right to left. */
  readonly fromRight: boolean;
}

/** A run where it stands on its line, from left to right. */
export interface PlacedRun extends Run {
  /** Its letters are laid out from right to left. */
  readonly fromRight: boolean;
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const words = new Intl.Segmenter("und", { granularity: "word" });
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const bidi = (bidiFactory as unknown as () => Bidi)(); // its types describe its CommonJS file, where the function stands under "default"

/** Breaks text into lines that fit: at spaces, in scripts without spaces between words, and inside a word that is wider than its column. */
export function wrap(text: string, room: number, widthOf: (text: string) => number): Line[] {
  const space = widthOf(" ");
  return text.split("\n").flatMap((paragraph) => {
    const fromRight = rightToLeft.test(paragraph) && bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level === 1;
    if (widthOf(paragraph) <= room) return [{ text: paragraph, fromRight }]; // as most are: nothing else is measured
    const lines: Line[] = [];
    let left = -1; // the first word begins the first line
    for (const { text: word, spaced } of partsOf(paragraph, room, widthOf)) {
      const width = widthOf(word);
      const before = spaced ? space : 0;
      const last = lines.at(-1);
      if (last && width + before <= left) {
        last.text += spaced ? ` ${word}` : word;
        left -= width + before;
      } else {
        lines.push({ text: word, fromRight });
        left = room - width;
      }
    }
    return lines;
  });
}

interface Part {
  text: string;
  /** A space stands before it, unless it begins a line. */
  readonly spaced: boolean;
}

function partsOf(paragraph: string, room: number, widthOf: (text: string) => number): Part[] {
  return paragraph.split(" ").flatMap((word) => {
    const parts = withoutSpaces.test(word) ? segment(word) : [word];
    return parts
      .flatMap((part) => cut(part, room, widthOf))
      .map((text, index): Part => ({ text, spaced: index === 0 }));
  });
}

const opening = /^[\p{Ps}\p{Pi}]+$/u;

/** The words of a text without spaces. No line begins with a mark that closes, and none ends with one that opens. */
function segment(text: string): string[] {
  const parts: string[] = [];
  for (const { segment: part, isWordLike } of words.segment(text)) {
    const last = parts.at(-1);
    if (last !== undefined && (opening.test(last) || (!isWordLike && !opening.test(part))))
      parts[parts.length - 1] += part;
    else parts.push(part);
  }
  return parts;
}

/** A word that is wider than its column is cut where it has to be. */
function cut(word: string, room: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= room) return [word];
  const parts = [""];
  for (const { segment: letter } of graphemes.segment(word)) {
    if (parts.at(-1) !== "" && widthOf(parts.at(-1) + letter) > room) parts.push(letter);
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** The runs of a line in the order in which they are drawn, from left to right (Unicode's bidirectional algorithm). */
export function placedRuns({ text, fromRight }: Line): PlacedRun[] {
  if (!rightToLeft.test(text)) return runsOf(text).map((run) => ({ ...run, fromRight: false }));
  const { levels } = bidi.getEmbeddingLevels(text, fromRight ? "rtl" : "ltr");
  const runs: (PlacedRun & { level: number })[] = [];
  for (let from = 0; from < text.length;) {
    const level = levels[from] ?? 0;
    let to = from + 1;
    while (to < text.length && levels[to] === level) to += 1;
    for (const run of runsOf(text.slice(from, to)))
      runs.push({ ...run, text: turned(run.text, level), fromRight: level % 2 === 1, level });
    from = to;
  }
  const deepest = Math.max(...runs.map(({ level }) => level));
  for (let level = deepest; level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      let to = from;
      while ((runs[to]?.level ?? -1) >= level) to += 1;
      runs.splice(from, to - from, ...runs.slice(from, to).toReversed());
      from = to;
    }
  }
  return runs;
}

/** Fontkit lays a text out from right to left if its script is; brackets it does not mirror, and signs of no script it does not turn. */
function turned(text: string, level: number): string {
  const isOdd = level % 2 === 1;
  const mirrored = isOdd ? [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join("") : text;
  return rightToLeft.test(text) === isOdd ? mirrored : [...mirrored].toReversed().join("");
}
