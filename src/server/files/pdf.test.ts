import { expect, test } from "vitest";
import { closePdf, openPdf, textHeight, writeText } from "./pdf.ts";
import { pdfTexts } from "#main/testing/files/pdf-text.ts";

/** What can be copied out of a PDF with these texts, one below the other. */
async function written(texts: readonly string[], width = 400): Promise<string[]> {
  const pdf = await openPdf("Scripts");
  for (const [n, text] of texts.entries())
    writeText(pdf, text, { x: 40, y: 40 + 20 * n }, { width, bold: n % 2 === 1 });
  return pdfTexts(await closePdf(pdf));
}

const backwards = (text: string): string => [...text].toReversed().join("");

test("text of any European script stands on the paper, and is text when it is copied", async () => {
  const texts = ["Größe “q” €5 · 2 × 3", "Žluťoučký kůň", "Привет, їжак", "Ελληνικά", "Tiếng Việt", "Türkçe ışığı"];
  expect(await written(texts)).toEqual(texts);
});

test("so does Chinese, Japanese and Korean, also within a line of another script", async () => {
  expect(await written(["北京纸箱包装厂（仓库）", "東京 ひらがな カタカナ", "서울 물류 창고"])).toEqual([
    "北京纸箱包装厂（仓库）",
    "東京 ひらがな カタカナ",
    "서울 물류 창고",
  ]);
  expect((await written(["PO 7: 北京 and Київ"])).join("")).toBe("PO 7: 北京 and Київ");
});

test("Hebrew and Arabic are drawn from right to left: words, brackets and numbers where they are read", async () => {
  expect((await written(["שלום עולם"])).join("")).toBe(backwards("שלום עולם"));
  expect((await written(["שלום (40) abc"])).join("")).toBe(`abc (40) ${backwards("שלום")}`);
  expect((await written(["abc שלום 12 def"])).join("")).toBe(`abc 12 ${backwards("שלום")} def`);
  expect((await written(["مصنع (جدة) 12"])).join("")).toBe(`12 (${backwards("جدة")}) ${backwards("مصنع")}`);
  expect((await written(["البند ۱۲۳"])).join("")).toBe(`۱۲۳ ${backwards("البند")}`);
});

test("Thai and Devanagari stand in letters of their own", async () => {
  const [thai, devanagari] = await written(["ภาษาไทย", "नमस्ते"]);
  expect(thai).toBe("ภาษาไทย");
  expect(devanagari).toContain("नम");
});

test("a script that we have no letters of leaves question marks, not a fault", async () => {
  expect((await written(["ქართული 12", "ᏣᎳᎩ"])).join(" ")).toBe("??????? 12 ???");
  expect(await written(["a\u200bb\u00adc"])).toEqual(["abc"]);
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

test("Chinese and Thai are wrapped between words too, and no line begins with a mark that closes", async () => {
  const chinese = "请在上午十点之前送货。货物必须放在托盘上，外侧贴好标签；每个托盘不得超过八百公斤。";
  for (const width of [60, 75, 90, 105, 120]) {
    const lines = await written([chinese], width);
    expect(lines.join("")).toBe(chinese);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => /^[。，；]/.test(line))).toEqual([]);
  }
  expect((await written(["กล่องกระดาษลูกฟูกขนาดใหญ่"], 80)).length).toBeGreaterThan(1);
});
