import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Problem, refusedBody, message, type Sentence } from "#shared/contract/problem.ts";
import type { Received } from "#server/files/disk-files.ts";
import { isNoPicture, isTooLargePicture } from "#server/files/pictures.ts";
import type { Readers } from "#server/files/reading/readers.ts";
import { largestLogo, type FileType } from "./files.contract.ts";

interface Kind {
  readonly mediaType: string;
  readonly extensions: readonly string[];
  /** Whether a file that begins like this can be one. */
  begins(head: Buffer): boolean;
  /** The part without which an archive is none. */
  readonly officePart?: string;
  readonly isText?: boolean;
}

/** In a photo, previews and profiles stand before its size. */
const headBytes = 1024 * 1024;
const startsWith =
  (...bytes: number[]) =>
  (head: Buffer) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes));
const archive = startsWith(0x50, 0x4b, 0x03, 0x04);

const kinds: Readonly<Record<FileType, Kind>> = {
  pdf: { mediaType: "application/pdf", extensions: ["pdf"], begins: startsWith(0x25, 0x50, 0x44, 0x46, 0x2d) },
  png: {
    mediaType: "image/png",
    extensions: ["png"],
    begins: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  jpeg: { mediaType: "image/jpeg", extensions: ["jpg", "jpeg"], begins: startsWith(0xff, 0xd8, 0xff) },
  webp: {
    mediaType: "image/webp",
    extensions: ["webp"],
    begins: (head) => head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
  },
  csv: { mediaType: "text/csv", extensions: ["csv"], begins: isPlain, isText: true },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extensions: ["xlsx"],
    begins: archive,
    officePart: "xl/workbook.xml",
  },
  docx: {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extensions: ["docx"],
    begins: archive,
    officePart: "word/document.xml",
  },
};

/**
 * The media type under which a file is kept. Throws 415 for kinds that are not taken, and for contents that belie the
 * name. Archives are unpacked for it, in a thread; of other files only the beginning is read.
 */
export async function mediaTypeOf(
  name: string,
  file: Received,
  readers: Readers,
  signal: AbortSignal,
): Promise<string> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const kind = Object.values(kinds).find(({ extensions }) => extensions.includes(extension));
  if (!kind)
    throw refused(
      message("Files of this kind are not taken. Send one of: {kinds}.", { kinds: Object.keys(kinds).join(", ") }),
    );
  if (file.bytes === 0) throw refused(message("This file is empty."));
  const head = await headOf(file.path);
  if (!kind.begins(head) || (kind.isText && (await holdsZero(file.path)))) throw refused(other());
  if (kind.mediaType.startsWith("image/")) mustBeShowable(head, head.length === file.bytes);
  if (kind.officePart === undefined) return kind.mediaType;
  await readers.checkOffice(file.path, kind.officePart, signal).catch((error: unknown) => {
    throw error instanceof Problem && error.code === "unreadable_file" ? refused(error.sentence) : error;
  });
  return kind.mediaType;
}

function mustBeShowable(head: Buffer, isWhole: boolean): void {
  if (isNoPicture(head, isWhole)) throw refused(message("No program can show this picture. Take or save it again."));
  if (isTooLargePicture(head)) throw refused(message("This picture has too many pixels. Save it smaller."));
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function holdsZero(path: string): Promise<boolean> {
  for await (const piece of createReadStream(path)) if ((piece as Buffer).includes(0)) return true; // a stream of bytes
  return false;
}

/** A logo is a small picture. Throws 415 and 413 as every upload. */
export function mustBeLogo(mediaType: string, bytes: number): void {
  if (!mediaType.startsWith("image/")) throw refused(message("A logo is a picture. Choose a PNG, JPEG or WebP file."));
  if (bytes > largestLogo)
    throw refusedBody(413, "too_large", message("A logo may have {limit} KB at most.", { limit: largestLogo / 1024 }));
}

const other = () =>
  message("Its contents are not what its name says. Rename it, or save it again in the right format.");
const refused = (sentence: Sentence): Problem => refusedBody(415, "wrong_file", sentence);

function isPlain(head: Buffer): boolean {
  const isMarkup = /^\s*(\ufeff)?\s*<(!doctype|html|svg|script|\?xml)/i.test(head.toString("utf8", 0, 512));
  const isOther = ["%PDF", "PK\u0003\u0004", "\u0089PNG", "GIF8", "RIFF"].some((magic) =>
    head.toString("latin1", 0, 4).startsWith(magic),
  );
  return !isMarkup && !isOther;
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
