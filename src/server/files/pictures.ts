/** More than any camera makes; a file of some kilobytes can say so too, and everybody who is shown it unpacks it. */
const mostPixels = 250_000_000;

/**
 * Whether a PNG, JPEG or WebP says in its headers that it is larger than any picture that is meant to be looked at.
 * Nothing is decoded for it. False where the size cannot be found in what is given: then nothing can show it either.
 */
export function isTooLargePicture(head: Buffer): boolean {
  const [width, height] = sizeOf(head) ?? [0, 0];
  return width * height > mostPixels;
}

/**
 * Whether what begins as a PNG, JPEG or WebP tells no size where such a file has it: no program can show it. A JPEG may tell it
 * behind what is given, unless that is all of it.
 */
export function isNoPicture(head: Buffer, isWhole: boolean): boolean {
  const [width, height] = sizeOf(head) ?? [0, 0];
  return width * height === 0 && (isWhole || !goesOn(head));
}

type Size = readonly [width: number, height: number];

function sizeOf(head: Buffer): Size | null {
  if (head.toString("latin1", 12, 16) === "IHDR" && head.length >= 24)
    return [head.readUInt32BE(16), head.readUInt32BE(20)];
  if (head.toString("latin1", 8, 12) === "WEBP" && head.length >= 30) return sizeOfWebp(head);
  return head[0] === 0xff && head[1] === 0xd8 ? sizeOfJpeg(head) : null;
}

function sizeOfWebp(head: Buffer): Size | null {
  switch (head.toString("latin1", 12, 16)) {
    case "VP8X":
      return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
    case "VP8L": {
      const bits = head.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case "VP8 ":
      return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff];
    default:
      return null;
  }
}

/** The frame's header stands behind segments of any length: thumbnails, profiles. */
function sizeOfJpeg(head: Buffer): Size | null {
  const at = frameOf(head);
  return at === null || at + 9 > head.length ? null : [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)];
}

/** Whether the segments of a JPEG lead to behind what is given, without a frame among them. */
const goesOn = (head: Buffer): boolean =>
  head[0] === 0xff && head[1] === 0xd8 && (frameOf(head) ?? 0) + 9 > head.length;

/** Where the header of the frame is, or the first segment that is not whole here; null where there is no segment. */
function frameOf(head: Buffer): number | null {
  let at = 2;
  while (at + 9 <= head.length) {
    const marker = head[at + 1] ?? 0;
    if (head[at] !== 0xff) return null;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return at;
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2); // a marker may have filling before it
  }
  return at;
}
