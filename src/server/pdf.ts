import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Pdf = PDFKit.PDFDocument;

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  /** The text is wrapped in it, and may stand at its right end. */
  readonly width: number;
  readonly align?: "left" | "right";
}

/** A paper under way: `const paper = await openPdf("PO-2026-00042")`, then `writeText`, then `await closePdf(paper)`. A4, page numbers included. */
export async function openPdf(title: string, lang = "en"): Promise<Pdf> {
  const { default: PDFDocument } = await import("pdfkit"); // a third of a second at the start, which nobody should wait for
  return new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    info: { Title: title, Producer: "Waybill" },
    lang,
  });
}

/** The finished file. */
export function closePdf(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((done, failed) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => done(Buffer.concat(chunks)));
    pdf.on("error", failed);
    pdf.end();
  });
}

// Every PDF reader has Helvetica, with the letters of Western Europe. Letters beyond it are drawn from the outlines of
// Inter, which we have for the screens; copied out of the file they are still text.
const helvetica =
  /^[\u0020-\u007E\u00A0-\u00FF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]*$/u;
const scripts = ["latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese", "latin"] as const;

interface Outlines {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): {
    advanceWidth: number;
    glyphs: { path: { toSVG(): string } }[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
  };
}

/** Writes text with its top left corner at x, y; returns how high it stands. */
export function writeText(pdf: Pdf, text: string, at: { x: number; y: number }, style: TextStyle): number {
  const lines = wrap(pdf, text, style);
  const height = lineHeight(style);
  for (const [n, line] of lines.entries()) {
    const x = style.align === "right" ? at.x + style.width - widthOf(pdf, line, style) : at.x;
    writeLine(pdf, line, { x, y: at.y + n * height }, style);
  }
  return lines.length * height;
}

/** How high a text will stand. */
export function textHeight(pdf: Pdf, text: string, style: TextStyle): number {
  return wrap(pdf, text, style).length * lineHeight(style);
}

const sizeOf = ({ size = 9 }: TextStyle) => size;
const lineHeight = (style: TextStyle) => Math.round(sizeOf(style) * 1.4);

function wrap(pdf: Pdf, text: string, style: TextStyle): string[] {
  const space = widthOf(pdf, " ", style);
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let room = -1; // the first word begins the first line
    for (const word of paragraph.split(" ").flatMap((one) => cut(pdf, one, style))) {
      const width = widthOf(pdf, word, style);
      if (width + space <= room) lines[lines.length - 1] += ` ${word}`;
      else lines.push(word);
      room = (width + space <= room ? room - space : style.width) - width;
    }
    return lines;
  });
}

/** A word that is wider than its column is cut where it has to be. */
function cut(pdf: Pdf, word: string, style: TextStyle): string[] {
  if (widthOf(pdf, word, style) <= style.width) return [word];
  const parts = [""];
  for (const letter of word) {
    if (widthOf(pdf, parts.at(-1) + letter, style) > style.width && parts.at(-1) !== "") parts.push(letter);
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

// Papers say the same words again and again; measuring them is most of the work.
const widths = new WeakMap<Pdf, Map<string, number>>();

function widthOf(pdf: Pdf, text: string, style: TextStyle): number {
  const known = widths.get(pdf) ?? new Map<string, number>();
  widths.set(pdf, known);
  const key = `${style.bold ? "b" : ""}${sizeOf(style)} ${text}`;
  let width = known.get(key);
  if (width === undefined)
    known.set(key, (width = runsOf(pdf, text).reduce((sum, run) => sum + runWidth(pdf, run, style), 0)));
  return width;
}

interface Run {
  text: string;
  /** Undefined: Helvetica writes it. */
  readonly script: string | undefined;
}

function runsOf(pdf: Pdf, text: string): Run[] {
  if (helvetica.test(text)) return [{ text, script: undefined }];
  const runs: Run[] = [];
  for (const letter of text) {
    const script = helvetica.test(letter)
      ? undefined
      : scripts.find((one) => outlines(pdf, one).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    const shown = helvetica.test(letter) || script ? letter : "?"; // a script that we have no letters of
    const last = runs.at(-1);
    if (last && last.script === script) last.text += shown;
    else runs.push({ text: shown, script });
  }
  return runs;
}

function runWidth(pdf: Pdf, { text, script }: Run, style: TextStyle): number {
  if (script === undefined)
    return pdf
      .font(style.bold ? "Helvetica-Bold" : "Helvetica")
      .fontSize(sizeOf(style))
      .widthOfString(text);
  const font = outlines(pdf, script);
  return (font.layout(text).advanceWidth / font.unitsPerEm) * sizeOf(style);
}

function writeLine(pdf: Pdf, text: string, at: { x: number; y: number }, style: TextStyle): void {
  let { x } = at;
  const color = style.color ?? "#192025";
  for (const run of runsOf(pdf, text)) {
    if (run.script !== undefined)
      drawRun(pdf, run.text, outlines(pdf, run.script), {
        x,
        y: at.y + sizeOf(style) * 0.77,
        size: sizeOf(style),
        color,
        bold: style.bold === true,
      });
    else
      pdf
        .font(style.bold ? "Helvetica-Bold" : "Helvetica")
        .fontSize(sizeOf(style))
        .fillColor(color)
        .text(run.text, x, at.y, { lineBreak: false });
    x += runWidth(pdf, run, style);
  }
}

function drawRun(
  pdf: Pdf,
  text: string,
  font: Outlines,
  pen: { x: number; y: number; size: number; color: string; bold: boolean },
): void {
  const scale = pen.size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let x = 0;
  pdf.markContent("Span", { actual: text });
  for (const [n, glyph] of glyphs.entries()) {
    const place = positions[n] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    pdf
      .save()
      .translate(pen.x + (x + place.xOffset) * scale, pen.y - place.yOffset * scale)
      .scale(scale, -scale)
      .path(glyph.path.toSVG() || "M0 0Z");
    if (pen.bold) pdf.lineWidth(font.unitsPerEm / 45).fillAndStroke(pen.color, pen.color);
    else pdf.fill(pen.color);
    pdf.restore();
    x += place.xAdvance;
  }
  pdf.endMarkedContent();
}

const opened = new Map<string, Outlines>();

/** The outlines of one script; opened once, they never change. */
function outlines(pdf: Pdf, script: string): Outlines {
  let font = opened.get(script);
  if (!font) {
    pdf
      .registerFont(
        script,
        readFileSync(
          fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`)),
        ),
      )
      .font(script);
    font = (pdf as unknown as { _font: { font: Outlines } })._font.font; // pdfkit keeps fontkit's font there; it embeds a font only once it has written with it
    opened.set(script, font);
  }
  return font;
}
