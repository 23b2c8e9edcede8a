import { textHeight, writeText, type Pdf, type TextStyle } from "#server/files/pdf.ts";

/** A4 in points, with the room for text. */
export const left = 42;
export const width = 595 - 2 * left;
export const bottom = 842 - 60;
export const grey = "#5b646a";
const rule = "#c9d0d4";

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A box of a form: its tiny label, and what stands in it. */
export function writeCell(pdf: Pdf, at: Place, label: string, text: string, style: Partial<TextStyle> = {}): void {
  pdf.lineWidth(0.6).strokeColor(rule).rect(at.x, at.y, at.width, at.height).stroke();
  const room = { width: at.width - 10 };
  const top = writeText(pdf, label, { x: at.x + 5, y: at.y + 4 }, { ...room, size: 6.5, color: grey });
  writeText(pdf, text, { x: at.x + 5, y: at.y + 5 + top }, { ...room, size: 9, ...style });
}

export interface PaperColumn<Line> {
  readonly title: string;
  readonly width: number;
  readonly align?: "right";
  readonly of: (line: Line) => string;
}

/** Writes lines in columns, on as many pages as they need; `open` begins another page and says where it goes on. */
export function writeColumns<Line>(
  pdf: Pdf,
  {
    columns,
    lines,
    y: from,
    until,
    open,
  }: {
    readonly columns: readonly PaperColumn<Line>[];
    readonly lines: readonly Line[];
    readonly y: number;
    readonly until: number;
    readonly open: () => { readonly y: number; readonly until: number };
  },
): number {
  const styleOf = ({ width: room, align }: PaperColumn<Line>): TextStyle => ({
    size: 8.5,
    width: room - 6,
    ...(align ? { align } : {}),
  });
  const across = (y: number, text: (column: PaperColumn<Line>) => string, more: Partial<TextStyle> = {}) => {
    let x = left;
    for (const column of columns) {
      writeText(pdf, text(column), { x: x + 3, y }, { ...styleOf(column), ...more });
      x += column.width;
    }
  };
  const underline = (y: number) => {
    pdf
      .lineWidth(0.5)
      .strokeColor(rule)
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke();
    return y;
  };
  const titles = (y: number) => {
    across(y + 3, ({ title }) => title, { size: 6.5, color: grey });
    return underline(y + 15);
  };
  let [y, end] = [titles(from), until];
  for (const line of lines) {
    const height = Math.max(...columns.map((column) => textHeight(pdf, column.of(line), styleOf(column)))) + 7;
    if (y + height > end) {
      const next = open();
      [y, end] = [titles(next.y), next.until];
    }
    across(y + 4, (column) => column.of(line));
    y = underline(y + height);
  }
  return y;
}

/** Every page says what it belongs to: loose sheets are common at a gate. */
export function writeFeet(pdf: Pdf, text: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let n = 0; n < count; n += 1) {
    pdf.switchToPage(n);
    const style = { size: 7.5, color: grey };
    writeText(pdf, text, { x: left, y: 842 - 40 }, { ...style, width: width * 0.8 });
    writeText(
      pdf,
      `${n + 1} / ${count}`,
      { x: left + width * 0.8, y: 842 - 40 },
      { ...style, width: width * 0.2, align: "right" },
    );
  }
}
