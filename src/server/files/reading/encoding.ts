/** How the characters of a text file are stored. */
export const encodings = ["utf-8", "utf-8-bom", "utf-16le", "utf-16be", "windows-1250", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding that a file says or shows; null for what is no text. */
export function encodingOf(file: Buffer): Encoding | null {
  if (file[0] === 0xff && file[1] === 0xfe) return "utf-16le";
  if (file[0] === 0xfe && file[1] === 0xff) return "utf-16be";
  const isMarked = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf;
  if (!isMarked && file.includes(0)) return wideEncodingOf(file);
  if (file.includes(0)) return null;
  if (isUtf8(file)) return isMarked ? "utf-8-bom" : "utf-8";
  return codePageOf(file);
}

/** The text of a file without the mark at its beginning. */
export function decode(file: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding === "utf-8-bom" ? "utf-8" : encoding).decode(file); // takes the mark away
}

/** Whether these bytes are text in UTF-8. */
export function isUtf8(file: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(file);
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

/** UTF-16 without its mark: most of a table's signs have a zero in the same half of each pair. */
function wideEncodingOf(file: Buffer): Encoding | null {
  const head = file.subarray(0, 4_000);
  const zeros = [0, 0] as [number, number];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  const half = head.length / 2;
  if (head.length < 6 || file.length % 2 === 1) return null;
  if (odd > half * 0.6 && even === 0) return "utf-16le";
  return even > half * 0.6 && odd === 0 ? "utf-16be" : null;
}

/**
 * Bytes that are another sign in Windows-1250 (Central Europe) than in Windows-1252 (the West), with how much each speaks
 * for the one or the other in a word: ł stands where the West has ³, which stands in no word.
 */
const speaksForCentral: ReadonlyMap<number, number> = new Map([
  [0x8d, 5], // Ť
  [0x8f, 5], // Ź
  [0x9d, 5], // ť
  [0xa3, 4], // Ł
  [0xa5, 4], // Ą
  [0xaf, 4], // Ż
  [0xb3, 5], // ł
  [0xb9, 5], // ą
  [0xbc, 4], // Ľ
  [0xbe, 4], // ľ
  [0xbf, 4], // ż
  [0x9a, 2], // š, in both, hardly met in the West
  [0x9e, 2], // ž, likewise
  [0x8a, 2],
  [0x8e, 2],
  [0x9c, 2], // ś, œ
  [0x9f, 2], // ź, Ÿ
  [0xec, 3], // ě, ì
  [0xf9, 2], // ů, ù
  [0xf8, 1], // ř, ø
  [0xf2, 1], // ň, ò
  [0xea, 1], // ę, ê
  [0xf5, 2], // ő, õ
  [0xfb, 2], // ű, û
]);
const speaksForWest: ReadonlyMap<number, number> = new Map([
  [0xe0, 3], // à, ŕ
  [0xe5, 3], // å, ĺ
  [0xf1, 3], // ñ, ń
  [0xe8, 2], // è, č
  [0xe6, 2], // æ, ć
  [0xf8, 2], // ø, ř
  [0xe3, 2], // ã, ă
  [0xea, 1], // ê, ę
  [0xc0, 2],
  [0xc5, 2],
  [0xd1, 2],
  [0xd8, 2],
]);

function codePageOf(file: Buffer): Encoding {
  let central = 0;
  let west = 0;
  for (const [at, byte] of file.subarray(0, 2_000_000).entries()) {
    if (byte < 0x80 || !(isLetter(file[at - 1]) || isLetter(file[at + 1]))) continue;
    central += speaksForCentral.get(byte) ?? 0;
    west += speaksForWest.get(byte) ?? 0;
  }
  return central > west ? "windows-1250" : "windows-1252";
}

const isLetter = (byte = 0): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
