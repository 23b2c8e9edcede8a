import { fontFile, loadFontkit, type Typeface } from "./pdf-fonts.ts";
import { placedRuns, wrap, type Line, type PlacedRun } from "./pdf-lines.ts";

export type Pdf = PDFKit.PDFDocument;

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  /** The text is wrapped in it, and may stand at its right end. */
  readonly width: number;
  readonly align?: "left" | "right";
}

/**
 * A paper under way: `const paper = await openPdf("PO-2026-00042")`, then `writeText`, then `await closePdf(paper)`.
 * A4, page numbers included.
 */
export async function openPdf(title: string, lang = "en"): Promise<Pdf> {
  const { default: PDFDocument } = await import("pdfkit"); // a third of a second at the start, which nobody should wait for
  await loadFontkit();
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

/** Writes text with its top left corner at x, y; returns how high it stands. */
export function writeText(pdf: Pdf, text: string, at: { x: number; y: number }, style: TextStyle): number {
  const lines = linesOf(pdf, text, style);
  const height = lineHeight(style);
  for (const [n, line] of lines.entries()) {
    const x = style.align === "right" ? at.x + style.width - widthOf(pdf, line.text, style) : at.x;
    writeLine(pdf, line, { x, y: at.y + n * height }, style);
  }
  return lines.length * height;
}

/** How high a text will stand. */
export function textHeight(pdf: Pdf, text: string, style: TextStyle): number {
  return linesOf(pdf, text, style).length * lineHeight(style);
}

const sizeOf = ({ size = 9 }: TextStyle) => size;
const lineHeight = (style: TextStyle) => Math.round(sizeOf(style) * 1.4);
const linesOf = (pdf: Pdf, text: string, style: TextStyle) =>
  wrap(text, style.width, (part) => widthOf(pdf, part, style));

// Papers say the same words again and again; measuring them is most of the work. Widths are kept at size 1.
const widths = new WeakMap<Pdf, Map<string, number>>();

function measured(pdf: Pdf, key: string, style: TextStyle, measure: () => number): number {
  const known = widths.get(pdf) ?? new Map<string, number>();
  widths.set(pdf, known);
  const styled = `${style.bold ? "bold" : "regular"} ${key}`;
  const width = known.get(styled) ?? measure() / sizeOf(style);
  known.set(styled, width);
  return width * sizeOf(style);
}

const widthOf = (pdf: Pdf, text: string, style: TextStyle): number =>
  measured(pdf, text, style, () =>
    placedRuns({ text, fromRight: false }).reduce((sum, run) => sum + runWidth(pdf, run, style), 0),
  );

const runWidth = (pdf: Pdf, run: PlacedRun, style: TextStyle): number =>
  measured(pdf, `${run.face.name} ${run.fromRight ? "<" : ">"}${run.text}`, style, () =>
    setFont(pdf, run.face, style).widthOfString(run.text, layoutOf(run)),
  );

/** Text from right to left is laid out as a whole, since pdfkit puts word after word to the right. */
const layoutOf = ({ fromRight }: PlacedRun) => (fromRight ? { features: [] } : {});

function writeLine(pdf: Pdf, line: Line, at: { x: number; y: number }, style: TextStyle): void {
  let { x } = at;
  for (const run of placedRuns(line)) {
    const width = runWidth(pdf, run, style);
    setFont(pdf, run.face, style).fillColor(style.color ?? "#192025");
    pdf.text(run.text, x, at.y + sizeOf(style) * 0.77, { ...layoutOf(run), lineBreak: false, baseline: "alphabetic" });
    x += width;
  }
}

const registered = new WeakMap<Pdf, Set<string>>();

function setFont(pdf: Pdf, face: Typeface, style: TextStyle): Pdf {
  const isBold = style.bold === true;
  const name = `${face.name} ${isBold ? "bold" : "regular"}`;
  const known = registered.get(pdf) ?? new Set<string>();
  registered.set(pdf, known);
  if (!known.has(name)) {
    pdf.registerFont(name, fontFile(face, isBold));
    known.add(name);
  }
  return pdf.font(name).fontSize(sizeOf(style));
}
