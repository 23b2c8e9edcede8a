import { setImmediate } from "node:timers/promises";
import { closePdf, openPdf, textHeight, writeText, type Pdf, type TextStyle } from "#server/pdf.ts";
import { addressText, amountText, dayAt, dayText, moneyText, quantityText, termsText, wantedBy } from "./order-words.server.ts";
import { beforeVendor } from "./purchase-orders.flow.ts";
import type { VendorPage } from "./vendor-page.contract.ts";

const left = 42;
const width = 595 - 2 * left;
const bottom = 842 - 60;
const grey = "#5b646a";
const rule = "#d8dde0";

interface Column {
  readonly title: string;
  readonly width: number;
  readonly align?: "right";
  readonly of: (item: VendorPage["items"][number], page: VendorPage) => string;
}

const columns: readonly Column[] = [
  { title: "#", width: 24, of: (item) => String(item.lineNo) },
  { title: "Product", width: 195, of: (item) => `${item.description}\n${item.sku}${item.vendorSku ? `  ·  your number ${item.vendorSku}` : ""}` },
  { title: "By", width: 62, align: "right", of: (item) => dayText(wantedBy(item)) },
  { title: "Quantity", width: 74, align: "right", of: (item) => `${quantityText(item.orderedQty)} ${item.uom}${item.qtyPerUom === "1" ? "" : `\nof ${quantityText(item.qtyPerUom)}`}` },
  { title: "Price", width: 66, align: "right", of: (item, page) => `${amountText(item.unitPrice, page.minorUnit, 6)}${item.discountPct === "0" ? "" : `\nless ${item.discountPct} %`}` },
  { title: "Total", width: 90, align: "right", of: (item, page) => (item.status === "rejected_by_vendor" ? "not coming" : amountText(item.lineTotal, page.minorUnit)) },
];

/** The order as its vendor gets it on paper. */
export async function orderPdf(page: VendorPage): Promise<Buffer> {
  const pdf = await openPdf(`Purchase order ${page.number}, revision ${page.revision}`);
  let y = writeHead(pdf, page);
  y = await writeItems(pdf, page, y);
  y = writeTotals(pdf, page, y);
  writeNotes(pdf, page, y);
  writeFeet(pdf, page);
  return closePdf(pdf);
}

function writeHead(pdf: Pdf, page: VendorPage): number {
  writeText(pdf, page.companyName, { x: left, y: 40 }, { size: 11, bold: true, width: width / 2 });
  writeText(pdf, page.sentAt ? `sent ${dayAt(page.sentAt, page.shipTo.timezone)}` : `of ${dayText(page.orderDate)}`, { x: left + width / 2, y: 40 }, { width: width / 2, align: "right", color: grey });
  let y = 66 + writeText(pdf, `Purchase order ${page.number}`, { x: left, y: 66 }, { size: 20, bold: true, width });
  y += writeText(pdf, isSent(page) ? `Revision ${page.revision}` : "Draft, not sent", { x: left, y }, { color: grey, width }) + 10;
  const cells: readonly (readonly [label: string, value: string, more: string])[] = [
    ["Vendor", page.vendorName, page.vendorReference ? `your order ${page.vendorReference}` : ""],
    ["Deliver to", page.shipTo.name, addressText(page)],
    ["Needed by", dayText(page.requestedDate), page.promisedDate ? `agreed ${dayText(page.promisedDate)}` : ""],
    ["Terms", termsText(page), ""],
    ["Buyer", page.buyer.name, [page.buyer.email, page.buyer.phone].filter(Boolean).join("\n")],
  ];
  return writeBox(pdf, cells, y) + 16;
}

const isSent = ({ status }: VendorPage): boolean => !(beforeVendor as readonly string[]).includes(status);

/** The boxed head of a record: a tiny label, a value, a fact below it. Names and addresses need more room than days. */
function writeBox(pdf: Pdf, cells: readonly (readonly [label: string, value: string, more: string])[], y: number): number {
  const rooms = [105, 100, 80, 90, 136];
  let x = left;
  let height = 0;
  const edges: number[] = [];
  for (const [n, [label, value, more]] of cells.entries()) {
    const room = rooms[n] ?? 0;
    const style: TextStyle = { width: room - 12, size: 8.5 };
    let at = y + 6;
    at += writeText(pdf, label, { x: x + 6, y: at }, { ...style, size: 7, color: grey });
    at += writeText(pdf, value, { x: x + 6, y: at }, { ...style, bold: true });
    if (more) at += writeText(pdf, more, { x: x + 6, y: at }, { ...style, size: 7.5, color: grey });
    height = Math.max(height, at - y + 6);
    edges.push((x += room));
  }
  pdf.lineWidth(0.7).strokeColor(rule).roundedRect(left, y, width, height, 4).stroke();
  for (const edge of edges.slice(0, -1)) pdf.moveTo(edge, y).lineTo(edge, y + height).stroke();
  return y + height;
}

async function writeItems(pdf: Pdf, page: VendorPage, from: number): Promise<number> {
  let y = writeTitles(pdf, page, from);
  for (const item of page.items) {
    const height = Math.max(...columns.map((column) => textHeight(pdf, column.of(item, page), styleOf(column)))) + 8;
    if (y + height > bottom) {
      await setImmediate(); // others have their turn between two pages
      pdf.addPage();
      y = writeTitles(pdf, page, 42);
    }
    writeRow(pdf, y + 4, (column) => [column.of(item, page), styleOf(column)]);
    y += height;
    pdf.lineWidth(0.5).strokeColor(rule).moveTo(left, y).lineTo(left + width, y).stroke();
  }
  return y;
}

const styleOf = ({ width: room, align }: Column): TextStyle => ({ size: 8.5, width: room - 6, ...(align ? { align } : {}) });

function writeTitles(pdf: Pdf, page: VendorPage, y: number): number {
  writeRow(pdf, y, (column) => [["Price", "Total"].includes(column.title) ? `${column.title}, ${page.currency}` : column.title, { ...styleOf(column), size: 7.5, color: grey }]);
  pdf.lineWidth(0.7).strokeColor(rule).moveTo(left, y + 14).lineTo(left + width, y + 14).stroke();
  return y + 14;
}

function writeRow(pdf: Pdf, y: number, cell: (column: Column) => [text: string, style: TextStyle]): void {
  let x = left;
  for (const column of columns) {
    const [text, style] = cell(column);
    writeText(pdf, text, { x, y }, style);
    x += column.width;
  }
}

function writeTotals(pdf: Pdf, page: VendorPage, from: number): number {
  const charges = page.charges.map(({ type, description, amount }): [string, string] => [description ?? type, `${type === "discount" ? "-" : ""}${amountText(amount, page.minorUnit)}`]);
  const rows: [string, string][] = [["Lines", amountText(page.subtotal, page.minorUnit)], ...charges, ["Tax", amountText(page.taxTotal, page.minorUnit)]];
  let y = from + 10 + rows.length * 14 + 24 > bottom ? (pdf.addPage(), 42) : from + 10;
  const pair = (label: string, value: string, style: Partial<TextStyle>) => {
    writeText(pdf, label, { x: left + width - 240, y }, { width: 130, color: grey, ...style });
    writeText(pdf, value, { x: left + width - 110, y }, { width: 104, align: "right", ...style });
  };
  for (const [label, value] of rows) {
    pair(label, value, {});
    y += 14;
  }
  pdf.lineWidth(0.7).strokeColor(rule).moveTo(left + width - 240, y).lineTo(left + width, y).stroke();
  y += 6;
  pair("Total", moneyText(page, page.total), { bold: true, size: 11, color: "#192025" });
  return y + 26;
}

function writeNotes(pdf: Pdf, page: VendorPage, from: number): void {
  let y = from;
  for (const [title, text] of [["Note to the vendor", page.vendorNotes], ["At delivery", page.shipTo.receivingInstructions]] as const) {
    if (!text) continue;
    if (y + 26 + textHeight(pdf, text, { width }) > bottom) {
      pdf.addPage();
      y = 42;
    }
    y += writeText(pdf, title, { x: left, y }, { size: 7.5, color: grey, width });
    y += writeText(pdf, text, { x: left, y }, { width }) + 8;
  }
}

/** Every page says what it belongs to: loose sheets are common at a gate. */
function writeFeet(pdf: Pdf, page: VendorPage): void {
  const { count } = pdf.bufferedPageRange();
  for (let n = 0; n < count; n += 1) {
    pdf.switchToPage(n);
    writeText(pdf, `${page.companyName}, purchase order ${page.number}, revision ${page.revision}`, { x: left, y: 842 - 40 }, { size: 7.5, color: grey, width: width * 0.75 });
    writeText(pdf, `${n + 1} / ${count}`, { x: left + width * 0.75, y: 842 - 40 }, { size: 7.5, color: grey, width: width * 0.25, align: "right" });
  }
}
