import { invalid, message, type Sentence } from "#shared/contract/problem.ts";
import { isNoPicture, isTooLargePicture } from "#server/files/pictures.ts";
import { largestPhoto } from "./profile.contract.ts";

interface Photo {
  readonly mediaType: string;
  readonly content: Buffer;
}

/**
 * A photo without anything but its picture: no place, no time, no device, no text that a program may once read. Throws
 * 422 for what is no whole JPEG, PNG or WebP.
 */
export function cleanPhoto(file: Buffer): Photo {
  if (file.length > largestPhoto) throw refused(message("This photo is too large. Choose one of at most 256 KB."));
  const kind = kinds.find(({ begins }) => begins(file));
  const content = kind?.strip(file);
  if (!kind || !content || isNoPicture(content, true))
    throw refused(message("This is no photo that can be shown. Choose a JPEG, PNG or WebP file."));
  if (isTooLargePicture(content)) throw refused(message("This picture has too many pixels. Save it smaller."));
  return { mediaType: kind.mediaType, content };
}

const refused = (sentence: Sentence) => invalid({ photo: sentence }, sentence, "wrong_photo");

const kinds: readonly {
  mediaType: string;
  begins: (file: Buffer) => boolean;
  strip: (file: Buffer) => Buffer | null;
}[] = [
  {
    mediaType: "image/jpeg",
    begins: (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
    strip: stripJpeg,
  },
  {
    mediaType: "image/png",
    begins: (file) => file.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
    strip: stripPng,
  },
  {
    mediaType: "image/webp",
    begins: (file) => file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP",
    strip: stripWebp,
  },
];

/** Leaves out what applications write (APP1 to APP15: Exif, XMP, profiles) and comments; the scan itself stays as it is. */
function stripJpeg(file: Buffer): Buffer | null {
  const kept = [file.subarray(0, 2)];
  for (let at = 2; at + 4 <= file.length;) {
    const marker = file[at + 1] ?? 0;
    if (file[at] !== 0xff) return null;
    if (marker === 0xda) {
      const end = file.lastIndexOf(Buffer.from([0xff, 0xd9]));
      return end > at ? Buffer.concat([...kept, file.subarray(at, end + 2)]) : null;
    }
    const next = at + 2 + file.readUInt16BE(at + 2);
    const isExtra = (marker > 0xe0 && marker <= 0xef) || marker === 0xfe;
    if (!isExtra) kept.push(file.subarray(at, next));
    at = next;
  }
  return null;
}

const pictureOfPng = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

function stripPng(file: Buffer): Buffer | null {
  const kept = [file.subarray(0, 8)];
  for (let at = 8; at + 12 <= file.length;) {
    const next = at + 12 + file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    if (next > file.length) return null;
    if (pictureOfPng.has(name)) kept.push(file.subarray(at, next));
    if (name === "IEND") return Buffer.concat(kept);
    at = next;
  }
  return null;
}

const pictureOfWebp = new Set(["VP8 ", "VP8L", "ALPH"]);

/** Moving pictures and profiles go with the rest; without them the extended header is not needed but for transparency. */
function stripWebp(file: Buffer): Buffer | null {
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= file.length;) {
    const size = file.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    const name = file.toString("latin1", at, at + 4);
    if (next > file.length + (size % 2)) return null;
    const chunk = Buffer.from(file.subarray(at, next));
    if (name === "VP8X") chunk[8] = (chunk[8] ?? 0) & 0x10; // of its flags only "has transparency"
    if (name === "VP8X" || pictureOfWebp.has(name)) kept.push(chunk);
    at = next;
  }
  if (!kept.some((chunk) => chunk.toString("latin1", 0, 3) === "VP8" && chunk[3] !== 0x58)) return null;
  const body = Buffer.concat(kept);
  const head = Buffer.from("RIFF....WEBP", "latin1");
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
