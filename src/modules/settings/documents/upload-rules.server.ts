import { refusedBody, say, type Problem } from "#shared/problem.ts";
import { inspectZip } from "#server/zip.ts";
import { largestLogo, type DocumentType } from "./documents.contract.ts";

interface Kind {
  readonly mediaType: string;
  readonly extensions: readonly string[];
  /** What is wrong with the contents, in words; null when they are what the name says. */
  check(file: Buffer): string | null;
}

const other = "Its contents are not what its name says. Rename it, or save it again in the right format.";
const startsWith =
  (...bytes: number[]) =>
  (file: Buffer) =>
    file.subarray(0, bytes.length).equals(Buffer.from(bytes)) ? null : other;

const kinds: Readonly<Record<DocumentType, Kind>> = {
  pdf: { mediaType: "application/pdf", extensions: ["pdf"], check: startsWith(0x25, 0x50, 0x44, 0x46, 0x2d) },
  png: {
    mediaType: "image/png",
    extensions: ["png"],
    check: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  jpeg: { mediaType: "image/jpeg", extensions: ["jpg", "jpeg"], check: startsWith(0xff, 0xd8, 0xff) },
  webp: {
    mediaType: "image/webp",
    extensions: ["webp"],
    check: (file) =>
      file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP" ? null : other,
  },
  csv: { mediaType: "text/csv", extensions: ["csv"], check: plainText },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extensions: ["xlsx"],
    check: (file) => officeFile(file, "xl/workbook.xml"),
  },
  docx: {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extensions: ["docx"],
    check: (file) => officeFile(file, "word/document.xml"),
  },
};

/** The media type under which a file is kept. Throws 415 for kinds that are not taken, and for contents that belie the name. */
export function mediaTypeOf(name: string, file: Buffer): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const kind = Object.values(kinds).find(({ extensions }) => extensions.includes(extension));
  if (!kind) throw refused(`Files of this kind are not taken. Send one of: ${Object.keys(kinds).join(", ")}.`);
  if (file.length === 0) throw refused("This file is empty.");
  const problem = kind.check(file);
  if (problem !== null) throw refused(problem);
  return kind.mediaType;
}

/** A logo is a small picture. Throws 415 and 413 as every upload. */
export function mustBeLogo(mediaType: string, bytes: number): void {
  if (!mediaType.startsWith("image/")) throw refused("A logo is a picture. Choose a PNG, JPEG or WebP file.");
  if (bytes > largestLogo)
    throw refusedBody(413, "too_large", say("A logo may have {limit} KB at most.", { limit: largestLogo / 1024 }));
}

const refused = (sentence: string): Problem => refusedBody(415, "wrong_file", say(sentence));

function plainText(file: Buffer): string | null {
  const isMarkup = /^\s*(\ufeff)?\s*<(!doctype|html|svg|script|\?xml)/i.test(file.toString("utf8", 0, 512));
  const isBinary =
    file.includes(0) ||
    ["%PDF", "PK\u0003\u0004", "\u0089PNG", "GIF8", "RIFF"].some((magic) =>
      file.toString("latin1", 0, 4).startsWith(magic),
    );
  return isMarkup || isBinary ? other : null;
}

function officeFile(file: Buffer, part: string): string | null {
  if (startsWith(0x50, 0x4b, 0x03, 0x04)(file) !== null) return other;
  const { problem, names } = inspectZip(file);
  if (problem !== null) return problem;
  if (!names.includes("[Content_Types].xml") || !names.includes(part)) return other;
  return names.some((name) => /vbaProject\.bin$/i.test(name))
    ? "Files with macros are not taken. Save it without macros."
    : null;
}

/** A name that no file system and no header takes offence at; at most 120 characters, the extension kept. */
export function safeName(given: string): string {
  const last = given.toWellFormed().normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  // Control characters, signs that turn the writing direction round, and what Windows reserves.
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  const [, stem = "", extension = ""] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/u.exec(clean) ?? [];
  const named = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) || stem === "" ? `file ${stem}`.trim() : stem;
  return [...named].slice(0, 120 - extension.length).join("") + extension;
}
