import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeZip } from "./testing/zip.ts";
import { inspectZip } from "./zip.ts";

test("an ordinary archive tells its names", () => {
  expect(inspectZip(makeZip({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>" }))).toEqual({
    problem: null,
    names: ["[Content_Types].xml", "xl/workbook.xml"],
  });
});

test("an archive that would swell on unpacking is refused, without unpacking it", () => {
  const megabyte = Buffer.alloc(64 * 1024 * 1024);
  const packed = deflateRawSync(megabyte);
  expect(packed.length).toBeLessThan(100_000);
  expect(inspectZip(makeZip({ "xl/sheet.xml": megabyte })).problem).toMatch(/far too large/);
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`${n}`, ""]));
  expect(inspectZip(makeZip(many)).problem).toMatch(/far too large/);
});

test("an archive with a path that leads out of it is refused", () => {
  for (const name of ["../evil", "a/../../evil", "/etc/passwd", "C:\\evil", "a\\..\\b"])
    expect(inspectZip(makeZip({ [name]: "x" })).problem, name).toMatch(/leads out/);
});

test("what is cut off or no archive at all is refused", () => {
  const whole = makeZip({ "a.xml": "<a/>" });
  for (const file of [
    whole.subarray(0, -10),
    whole.subarray(20),
    Buffer.from("PK\u0003\u0004"),
    Buffer.alloc(0),
    Buffer.alloc(1000, 0x50),
  ])
    expect(inspectZip(file).problem).toMatch(/damaged/);
});
