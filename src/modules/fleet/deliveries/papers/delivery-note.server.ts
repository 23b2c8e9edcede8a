import { message } from "#shared/contract/problem.ts";
import { closePdf, openPdf, writeText } from "#server/files/pdf.ts";
import type { Language } from "#server/mail/languages.ts";
import { paperWords, type PaperFacts } from "./paper-facts.server.ts";
import { bottom, grey, left, width, writeCell, writeColumns, writeFeet, type PaperColumn } from "./sheet.server.ts";

type Line = PaperFacts["lines"][number];

/** The delivery note as the consignee gets it: who, where, what, and room to sign, or who has signed. */
export async function deliveryNote(facts: PaperFacts, language: Language): Promise<Buffer> {
  const words = paperWords(facts, language);
  const { say } = words;
  const { number, company, consignee, from, to, windowStart, windowEnd, tripNumber, plates, outcomeAt, receivedBy } =
    facts;
  const title = say(message("Delivery note {number}", { number }));
  const pdf = await openPdf(title, language);
  writeText(pdf, company.name, { x: left, y: 40 }, { size: 11, bold: true, width: width * 0.6 });
  writeText(
    pdf,
    [company.address, company.phone].filter(Boolean).join("\n"),
    { x: left + width * 0.5, y: 40 },
    {
      width: width * 0.5,
      align: "right",
      size: 8,
      color: grey,
    },
  );
  writeText(pdf, title, { x: left, y: 74 }, { size: 20, bold: true, width });
  const half = width / 2;
  writeCell(pdf, { x: left, y: 112, width: half, height: 58 }, say(message("Consignee")), `${consignee.name}\n${to}`);
  writeCell(pdf, { x: left + half, y: 112, width: half, height: 58 }, say(message("Loaded at")), from);
  writeCell(
    pdf,
    { x: left, y: 170, width: half, height: 34 },
    say(message("Window")),
    words.window(windowStart, windowEnd),
  );
  writeCell(
    pdf,
    { x: left + half, y: 170, width: half, height: 34 },
    say(message("Vehicle")),
    [...plates, tripNumber].filter(Boolean).join("  ·  "),
  );
  const isOver = outcomeAt !== null;
  const columns: readonly PaperColumn<Line>[] = [
    {
      title: say(message("Goods")),
      width: isOver ? 260 : 350,
      of: ({ description, code, danger, reason }) =>
        [description, code, danger, isOver ? reason : null].filter(Boolean).join("\n"),
    },
    {
      title: say(message("Quantity")),
      width: isOver ? 110 : width - 350,
      align: "right",
      of: ({ planned, unit }) => words.count(planned, unit),
    },
    ...(isOver
      ? [
          {
            title: say(message("Delivered")),
            width: 75,
            align: "right" as const,
            of: ({ delivered }: Line) => words.quantity(delivered),
          },
          {
            title: say(message("Damaged")),
            width: width - 445,
            align: "right" as const,
            of: ({ damaged }: Line) => words.quantity(damaged),
          },
        ]
      : []),
  ];
  const signing = 96;
  const open = () => {
    pdf.addPage();
    return { y: 42, until: bottom };
  };
  let y = writeColumns(pdf, { columns, lines: facts.lines, y: 216, until: bottom, open });
  if (y + 16 + signing > bottom) y = open().y;
  const signed = isOver && receivedBy ? `${receivedBy}\n${words.moment(outcomeAt)}` : "";
  writeCell(
    pdf,
    { x: left, y: y + 16, width: half, height: signing },
    say(message("Handed over: name, signature, time")),
    "",
  );
  writeCell(
    pdf,
    { x: left + half, y: y + 16, width: half, height: signing },
    say(message("Received: name, signature, time")),
    signed,
  );
  writeFeet(pdf, say(message("{company}, delivery note {number}", { company: company.name, number })));
  return closePdf(pdf);
}
