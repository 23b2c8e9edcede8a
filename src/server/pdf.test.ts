import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { closePdf, openPdf, textHeight, writeText } from "./pdf.ts";

/** The drawing commands of a PDF, unpacked. */
function commandsOf(file: Buffer): string {
  const text = file.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed = ""]) =>
    Buffer.from(packed, "latin1"),
  );
  return streams.map((packed) => inflateSync(packed).toString("latin1")).join("\n");
}

test("text of any European script stands on the paper, and is text when it is copied", async () => {
  const pdf = await openPdf("Scripts");
  for (const [n, text] of ["Größe “q” €5", "Žluťoučký kůň", "Привет", "Ελληνικά", "Tiếng Việt"].entries())
    writeText(pdf, text, { x: 40, y: 40 + 20 * n }, { width: 300, bold: n % 2 === 1 });
  const commands = commandsOf(await closePdf(pdf));
  const kept = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16().toString("latin1");
  expect(commands).toContain(kept("ť"));
  expect(commands).toContain(kept("Привет"));
  expect(commands).toContain(kept("Ελληνικά"));
});

test("a script that we have no letters of leaves question marks, not a fault", async () => {
  const pdf = await openPdf("Scripts");
  expect(writeText(pdf, "北京 12", { x: 40, y: 40 }, { width: 300 })).toBeGreaterThan(0);
  expect((await closePdf(pdf)).subarray(0, 5).toString()).toBe("%PDF-");
});

test("text is wrapped at words, and cut where a word is wider than its column", async () => {
  const pdf = await openPdf("Wrapping");
  const lines = (text: string, width: number) => textHeight(pdf, text, { width, size: 10 }) / 14;
  expect(lines("one two three", 400)).toBe(1);
  expect(lines("one two three", 28)).toBe(3);
  expect(lines("first\nsecond", 400)).toBe(2);
  expect(lines("Donaudampfschifffahrtsgesellschaft", 60)).toBeGreaterThan(1);
  expect(lines("", 60)).toBe(1);
});
