import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { message } from "#shared/contract/problem.ts";
import { Archive } from "./archive.ts";
import { damaged, Refusal } from "./refusal.ts";

const mostFiles = 1_000;
/** What programs put beside the files of somebody. */
const ofPrograms = /^__MACOSX\/|(^|\/)(\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

/** A file of an archive, written where nothing of its name counts. */
export interface Unpacked {
  /** Its name with its folders, in each way in which it may be meant, the likeliest first. */
  readonly names: readonly string[];
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  /** It is larger than is taken: what is written is its beginning. */
  readonly isCut: boolean;
}

/**
 * Writes the files of an archive into a folder, under numbers: whatever they are called, none leaves it. Null for what is no
 * archive, or is an office document. Throws a Refusal.
 */
export async function unpack(
  file: Buffer,
  { folder, largest }: { readonly folder: string; readonly largest: number },
): Promise<readonly Unpacked[] | null> {
  if (!file.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"))) return null;
  const archive = await Archive.open(file);
  if (archive.names.includes("[Content_Types].xml")) return null;
  const names = archive.names.filter((name) => !name.endsWith("/") && !ofPrograms.test(name));
  if (names.length > mostFiles)
    throw new Refusal(
      message("This zip has more than {files} files. Split it into several.", {
        files: mostFiles.toLocaleString("en"),
      }),
    );
  const unpacked: Unpacked[] = [];
  for (const [at, name] of names.entries()) {
    const pieces = archive.read(name);
    if (!pieces) throw damaged();
    const path = join(folder, String(at));
    unpacked.push({ names: archive.readings(name), path, ...(await write(path, pieces, largest)) });
  }
  return unpacked;
}

/** Writes and flushes what comes, as far as it is taken. */
async function write(path: string, pieces: AsyncIterable<Buffer>, largest: number) {
  const hash = createHash("sha256");
  const place = openSync(path, "wx", 0o600);
  let bytes = 0;
  let isCut = false;
  try {
    for await (const piece of pieces) {
      isCut = bytes + piece.length > largest;
      if (isCut) break;
      hash.update(piece);
      writeSync(place, piece);
      bytes += piece.length;
    }
    fsyncSync(place);
  } finally {
    closeSync(place);
  }
  return { bytes, sha256: hash.digest("hex"), isCut };
}
