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
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const marker = head[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)];
  }
  return null;
}
