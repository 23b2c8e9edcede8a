import { message } from "#shared/contract/problem.ts";
import { Archive } from "./archive.ts";
import { Refusal } from "./refusal.ts";

/** Refuses what only calls itself an office document, has macros, or is no sound archive. `part` is what its kind consists of. */
export async function checkOffice(file: Buffer, part: string): Promise<void> {
  const archive = await Archive.open(file);
  if (!archive.names.includes("[Content_Types].xml") || !archive.names.includes(part))
    throw new Refusal(
      message("Its contents are not what its name says. Rename it, or save it again in the right format."),
    );
  if (archive.names.some((name) => /vbaProject\.bin$/i.test(name)))
    throw new Refusal(message("Files with macros are not taken. Save it without macros."));
  await archive.check();
}
