import { message, type Sentence } from "#shared/contract/problem.ts";
import { closePdf, openPdf, writeText, type Pdf } from "#server/files/pdf.ts";
import type { Language } from "#server/mail/languages.ts";
import { paperWords, type PaperFacts, type PaperWords } from "./paper-facts.server.ts";
import { bottom, grey, left, width, writeCell, writeColumns, writeFeet, type PaperColumn } from "./sheet.server.ts";

type Line = PaperFacts["lines"][number];

/** The first three originals of article 5 of the CMR convention. */
const copies: readonly Sentence[] = [
  message("1, for the sender"),
  message("2, for the consignee"),
  message("3, for the carrier"),
];
const half = width / 2;
/** What stands below the goods on the first page of each copy. */
const below = 208;

/** The CMR consignment note, box by box as the convention and its usual form number them; what the road tells is left to write. */
export async function waybill(facts: PaperFacts, language: Language): Promise<Buffer> {
  const words = paperWords(facts, language);
  const pdf = await openPdf(words.say(message("Consignment note {number}", { number: facts.number })), language);
  for (const [n, copy] of copies.entries()) {
    if (n > 0) pdf.addPage();
    writeCopy(pdf, facts, words, words.say(copy));
  }
  writeFeet(
    pdf,
    words.say(message("{company}, consignment note {number}", { company: facts.company.name, number: facts.number })),
  );
  return closePdf(pdf);
}

function writeCopy(pdf: Pdf, facts: PaperFacts, words: PaperWords, copy: string): void {
  const { say } = words;
  const { company, sender, consignee, from, to, plates, takenOverAt, number, scheduleNumber, tripNumber } = facts;
  writeText(
    pdf,
    say(message("Consignment note (CMR)")),
    { x: left, y: 34 },
    { size: 15, bold: true, width: width * 0.6 },
  );
  writeText(
    pdf,
    `${number}\n${copy}`,
    { x: left + width * 0.6, y: 34 },
    { width: width * 0.4, align: "right", size: 9, bold: true },
  );
  writeText(
    pdf,
    say(
      message(
        "This carriage is subject, notwithstanding any clause to the contrary, to the Convention on the Contract for the International Carriage of Goods by Road (CMR).",
      ),
    ),
    { x: left, y: 56 },
    { size: 6.5, color: grey, width },
  );
  const who = (one: PaperFacts["sender"]) => [one.name, one.address, one.taxId].filter(Boolean).join("\n");
  const cell = (column: 0 | 1, y: number, height: number, label: Sentence, text: string) =>
    writeCell(pdf, { x: left + column * half, y, width: half, height }, say(label), text, { size: 8.5 });
  cell(0, 74, 62, message("1 Sender (name, address, country)"), who(sender));
  cell(
    1,
    74,
    62,
    message("16 Carrier (name, address, country), vehicles"),
    [who(company), plates.join(", ")].filter(Boolean).join("\n"),
  );
  cell(0, 136, 52, message("2 Consignee (name, address, country)"), `${consignee.name}\n${to}`);
  cell(1, 136, 52, message("17 Successive carriers"), "");
  cell(0, 188, 42, message("3 Place of delivery"), to);
  cell(1, 188, 42, message("18 Carrier's reservations and observations"), "");
  cell(
    0,
    230,
    42,
    message("4 Place and day of taking over"),
    [from, takenOverAt && words.day(takenOverAt)].filter(Boolean).join("\n"),
  );
  cell(1, 230, 42, message("5 Documents attached"), [number, scheduleNumber, tripNumber].filter(Boolean).join(", "));
  const open = () => {
    pdf.addPage();
    writeText(pdf, `${number}  ·  ${copy}`, { x: left, y: 34 }, { size: 9, bold: true, width });
    return { y: 54, until: bottom };
  };
  const first = pdf.bufferedPageRange().count - 1;
  writeColumns(pdf, { columns: columnsIn(words), lines: facts.lines, y: 278, until: bottom - below, open });
  const last = pdf.bufferedPageRange().count - 1;
  pdf.switchToPage(first);
  writeFoot(pdf, facts, words);
  pdf.switchToPage(last);
}

function columnsIn(words: PaperWords): readonly PaperColumn<Line>[] {
  const { say } = words;
  const figure = (value: string | null) => (value === null ? "" : words.quantity(value));
  return [
    {
      title: say(message("6, 9 Marks and nature of the goods")),
      width: 215,
      of: ({ description, code, danger }) => [description, code, danger].filter(Boolean).join("\n"),
    },
    {
      title: say(message("7, 8 Number and packing")),
      width: 106,
      of: ({ planned, unit }) => words.count(planned, unit),
    },
    { title: say(message("10 Statistical number")), width: 70, of: ({ hsCode }) => hsCode ?? "" },
    { title: say(message("11 Gross weight, kg")), width: 62, align: "right", of: ({ weightKg }) => figure(weightKg) },
    {
      title: say(message("12 Volume, m³")),
      width: width - 453,
      align: "right",
      of: ({ volumeM3 }) => figure(volumeM3),
    },
  ];
}

/** Instructions, payment and the three signatures. */
function writeFoot(
  pdf: Pdf,
  { company, sender, outcomeAt, receivedBy, takenOverAt }: PaperFacts,
  words: PaperWords,
): void {
  const { say } = words;
  const top = bottom - below + 8;
  const third = width / 3;
  const cell = (column: number, y: number, room: number, height: number, label: Sentence, text = "") =>
    writeCell(pdf, { x: left + column * room, y, width: room, height }, say(label), text, { size: 8.5 });
  cell(0, top, half, 34, message("13 Sender's instructions"));
  cell(1, top, half, 34, message("19 Special agreements"));
  cell(0, top + 34, half, 28, message("14 Carriage paid or forward"));
  cell(1, top + 34, half, 28, message("15 Cash on delivery"));
  cell(0, top + 62, width, 28, message("21 Established in, on"), takenOverAt === null ? "" : words.day(takenOverAt));
  cell(0, top + 90, third, 100, message("22 Signature and stamp of the sender"), sender.name);
  cell(1, top + 90, third, 100, message("23 Signature and stamp of the carrier"), company.name);
  cell(
    2,
    top + 90,
    third,
    100,
    message("24 Goods received: place, day, signature of the consignee"),
    outcomeAt && receivedBy ? `${receivedBy}\n${words.moment(outcomeAt)}` : "",
  );
}
