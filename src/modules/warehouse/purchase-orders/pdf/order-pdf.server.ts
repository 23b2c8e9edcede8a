import { setImmediate } from "node:timers/promises";
import { message, type Sentence } from "#shared/contract/problem.ts";
import { render } from "#server/mail/language.ts";
import type { Language } from "#server/mail/languages.ts";
import { closePdf, openPdf, textHeight, writeText, type Pdf, type TextStyle } from "#server/files/pdf.ts";
import { inGroup } from "#shared/flow/groups.ts";
import {
  addressText,
  orderFormatting,
  termsText,
  wantedBy,
  type OrderFormatting,
} from "../mails/order-formatting.server.ts";
import { purchaseOrderFlow } from "../purchase-orders.flow.ts";
import type { VendorPage } from "../vendor-page/vendor-page.contract.ts";

const left = 42;
const width = 595 - 2 * left;
const bottom = 842 - 60;
const grey = "#5b646a";
const rule = "#d8dde0";
const red = "#b3261e";

/** An order under way onto paper, in a language. */
interface Sheet {
  readonly pdf: Pdf;
  readonly page: VendorPage;
  readonly words: OrderFormatting;
}

interface Column {
  readonly title: Sentence;
  readonly inCurrency?: true;
  readonly width: number;
  readonly align?: "right";
  readonly of: (item: VendorPage["items"][number], sheet: Sheet) => string;
}

const columns: readonly Column[] = [
  { title: message("#"), width: 24, of: (item) => String(item.lineNo) },
  {
    title: message("Product"),
    width: 195,
    of: (item, { words }) =>
      `${item.description}\n${item.sku}${item.vendorSku ? `  ·  ${words.say(message("your number {number}", { number: item.vendorSku }))}` : ""}`,
  },
  { title: message("By"), width: 62, align: "right", of: (item, { words }) => words.day(wantedBy(item)) },
  {
    title: message("Quantity"),
    width: 74,
    align: "right",
    of: (item, { words }) => words.count(item.orderedQty, item, item.baseUom),
  },
  {
    title: message("Price"),
    inCurrency: true,
    width: 78,
    align: "right",
    of: (item, { page, words }) =>
      [
        words.amount(item.unitPrice, page.minorUnit, 6),
        words.say(message("per {unit}", { unit: words.unit(item, item.baseUom) })),
        ...(item.discountPct === "0"
          ? []
          : [words.say(message("less {percent} %", { percent: words.quantity(item.discountPct) }))]),
      ].join("\n"),
  },
  {
    title: message("Total"),
    inCurrency: true,
    width: 78,
    align: "right",
    of: (item, { page, words }) =>
      item.status === "rejected_by_vendor"
        ? words.say(message("not coming"))
        : words.amount(item.lineTotal, page.minorUnit),
  },
];

/** The order as its vendor gets it on paper. */
export async function orderPdf(page: VendorPage, language: Language): Promise<Buffer> {
  const words = orderFormatting(language, page.unitNames);
  const pdf = await openPdf(
    words.say(
      isDraft(page)
        ? message("Purchase order {number}", { number: page.number })
        : message("Purchase order {number}, revision {revision}", { number: page.number, revision: page.revision }),
    ),
    language,
  );
  const sheet = { pdf, page, words };
  let y = writeHead(sheet);
  y = await writeItems(sheet, y);
  y = writeTotals(sheet, y);
  writeNotes(sheet, y);
  writeFeet(sheet);
  return closePdf(pdf);
}

function writeHead({ pdf, page, words }: Sheet): number {
  writeText(pdf, page.companyName, { x: left, y: 40 }, { size: 11, bold: true, width: width / 2 });
  writeText(
    pdf,
    page.sentAt
      ? words.say(message("sent {day}", { day: words.dayAt(page.sentAt, page.shipTo.timezone) }))
      : words.say(message("of {day}", { day: words.day(page.orderDate) })),
    { x: left + width / 2, y: 40 },
    { width: width / 2, align: "right", color: grey },
  );
  let y =
    66 +
    writeText(
      pdf,
      words.say(message("Purchase order {number}", { number: page.number })),
      { x: left, y: 66 },
      { size: 20, bold: true, width },
    );
  y +=
    writeText(
      pdf,
      [
        isDraft(page) ? words.say(draftMark) : words.say(message("Revision {revision}", { revision: page.revision })),
        ...(page.externalNumber
          ? [words.say(message("our number before: {number}", { number: page.externalNumber }))]
          : []),
      ].join("  ·  "),
      { x: left, y },
      { color: grey, width },
    ) + 10;
  const cells: readonly (readonly [label: string, value: string, more: string])[] = [
    [
      words.say(message("Vendor")),
      page.vendorName,
      page.vendorReference ? words.say(message("your order {number}", { number: page.vendorReference })) : "",
    ],
    [words.say(message("Deliver to")), page.shipTo.name, addressText(page)],
    [
      words.say(message("Needed by")),
      words.day(page.requestedDate),
      page.promisedDate ? words.say(message("agreed {day}", { day: words.day(page.promisedDate) })) : "",
    ],
    [words.say(message("Terms", {}, "of an order")), termsText(page, words), ""],
    [words.say(message("Buyer")), page.buyer.name, [page.buyer.email, page.buyer.phone].filter(Boolean).join("\n")],
  ];
  return writeBox(pdf, cells, y) + 16;
}

/** Its vendor does not have it like this. */
export const isDraft = ({ status }: Pick<VendorPage, "status">): boolean =>
  inGroup(purchaseOrderFlow, "beforeVendor", status);
const draftMark = message("Draft, not sent");

/** The boxed head of a record: a tiny label, a value, a fact below it. Names and addresses need more room than days. */
function writeBox(
  pdf: Pdf,
  cells: readonly (readonly [label: string, value: string, more: string])[],
  y: number,
): number {
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
  for (const edge of edges.slice(0, -1))
    pdf
      .moveTo(edge, y)
      .lineTo(edge, y + height)
      .stroke();
  return y + height;
}

async function writeItems(sheet: Sheet, from: number): Promise<number> {
  const { pdf, page } = sheet;
  let y = writeTitles(sheet, from);
  for (const item of page.items) {
    const height = Math.max(...columns.map((column) => textHeight(pdf, column.of(item, sheet), styleOf(column)))) + 8;
    if (y + height > bottom) {
      await setImmediate(); // others have their turn between two pages
      pdf.addPage();
      y = writeTitles(sheet, 42);
    }
    writeRow(pdf, y + 4, (column) => [column.of(item, sheet), styleOf(column)]);
    y += height;
    pdf
      .lineWidth(0.5)
      .strokeColor(rule)
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke();
  }
  return y;
}

const styleOf = ({ width: room, align }: Column): TextStyle => ({
  size: 8.5,
  width: room - 6,
  ...(align ? { align } : {}),
});

function writeTitles({ pdf, page, words }: Sheet, y: number): number {
  const titleOf = ({ title, inCurrency }: Column) =>
    `${render(title, words.language)}${inCurrency ? `, ${page.currency}` : ""}`;
  writeRow(pdf, y, (column) => [titleOf(column), { ...styleOf(column), size: 7.5, color: grey }]);
  pdf
    .lineWidth(0.7)
    .strokeColor(rule)
    .moveTo(left, y + 14)
    .lineTo(left + width, y + 14)
    .stroke();
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

const chargeNames: Readonly<Record<VendorPage["charges"][number]["type"], Sentence>> = {
  freight: message("freight"),
  duty: message("duty"),
  insurance: message("insurance"),
  handling: message("handling"),
  discount: message("discount"),
  other: message("other"),
};

function writeTotals({ pdf, page, words }: Sheet, from: number): number {
  const charges = page.charges.map(({ type, description, amount }): [string, string] => [
    description ?? render(chargeNames[type], words.language),
    `${type === "discount" ? "-" : ""}${words.amount(amount, page.minorUnit)}`,
  ]);
  const rows: [string, string][] = [
    [words.say(message("Lines")), words.amount(page.subtotal, page.minorUnit)],
    ...charges,
    [words.say(message("Tax")), words.amount(page.taxTotal, page.minorUnit)],
  ];
  let y = from + 10 + rows.length * 14 + 24 > bottom ? (pdf.addPage(), 42) : from + 10;
  const pair = (label: string, value: string, style: Partial<TextStyle>) => {
    writeText(pdf, label, { x: left + width - 240, y }, { width: 130, color: grey, ...style });
    writeText(pdf, value, { x: left + width - 110, y }, { width: 104, align: "right", ...style });
  };
  for (const [label, value] of rows) {
    pair(label, value, {});
    y += 14;
  }
  pdf
    .lineWidth(0.7)
    .strokeColor(rule)
    .moveTo(left + width - 240, y)
    .lineTo(left + width, y)
    .stroke();
  y += 6;
  pair(words.say(message("Total")), words.money(page, page.total), { bold: true, size: 11, color: "#192025" });
  return y + 26;
}

function writeNotes({ pdf, page, words }: Sheet, from: number): void {
  let y = from;
  for (const [title, text] of [
    [words.say(message("Note to the vendor")), page.vendorNotes],
    [words.say(message("At delivery")), page.shipTo.receivingInstructions],
  ] as const) {
    if (!text) continue;
    if (y + 26 + textHeight(pdf, text, { width }) > bottom) {
      pdf.addPage();
      y = 42;
    }
    y += writeText(pdf, title, { x: left, y }, { size: 7.5, color: grey, width });
    y += writeText(pdf, text, { x: left, y }, { width }) + 8;
  }
}

/** Every page says what it belongs to, and whether it counts: loose sheets are common at a gate. */
function writeFeet({ pdf, page, words }: Sheet): void {
  const { count } = pdf.bufferedPageRange();
  for (let n = 0; n < count; n += 1) {
    pdf.switchToPage(n);
    if (isDraft(page))
      writeText(pdf, words.say(draftMark), { x: left, y: 16 }, { size: 12, bold: true, color: red, width });
    const about = { company: page.companyName, number: page.number, revision: page.revision };
    writeText(
      pdf,
      words.say(
        isDraft(page)
          ? message("{company}, purchase order {number}, draft", about)
          : message("{company}, purchase order {number}, revision {revision}", about),
      ),
      { x: left, y: 842 - 40 },
      { size: 7.5, color: grey, width: width * 0.75 },
    );
    writeText(
      pdf,
      `${n + 1} / ${count}`,
      { x: left + width * 0.75, y: 842 - 40 },
      { size: 7.5, color: grey, width: width * 0.25, align: "right" },
    );
  }
}
