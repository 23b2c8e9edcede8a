import { message, type Sentence } from "#shared/contract/problem.ts";
import type { ImportFile } from "#server/records/importer.ts";

/** The scans of a zip by what rows may call them. */
export interface Scans {
  readonly count: number;
  /** The scans that a cell names, separated by semicolons; or what is wrong with one of them. */
  named(cell: string): { readonly scans: readonly ImportFile[] } | { readonly error: Sentence };
  /** Notes the scans that a cell names, whatever else is wrong with its row. */
  note(cell: string): void;
  /** Scans that no row has named until now, by their names. */
  unnamed(): readonly string[];
}

const plain = (name: string): string =>
  name
    .trim()
    .normalize("NFC")
    .replaceAll("\\", "/")
    .replace(/^(\.?\/)+/, "");
const lower = (name: string): string => plain(name).toLowerCase();
/** A name with all of its folders, with fewer of them, and without any. */
const endsOf = (name: string): string[] => {
  const parts = lower(name).split("/");
  return parts.map((_, at) => parts.slice(at).join("/"));
};

/** Each by its whole name as it stands, by its whole name in any case, and by the end of its name. */
export function scansOf(files: readonly ImportFile[]): Scans {
  const keys = [(name: string) => [plain(name)], (name: string) => [lower(name)], endsOf];
  const ways = keys.map((keysOf, at) => {
    const found = new Map<string, Set<ImportFile>>();
    for (const file of files)
      for (const key of file.names.flatMap(keysOf)) {
        const known = found.get(key);
        if (known) known.add(file);
        else found.set(key, new Set([file]));
      }
    return (name: string) => found.get(at === 0 ? plain(name) : lower(name));
  });
  const named = new Set<ImportFile>();
  const called = (name: string) => ways.map((way) => way(name)).find(Boolean) ?? new Set<ImportFile>();
  const namesIn = (cell: string) => [...new Set(cell.split(";").map((name) => name.trim()))].filter(Boolean);
  return {
    count: files.length,
    note(cell) {
      for (const name of namesIn(cell)) for (const file of called(name)) named.add(file);
    },
    named(cell) {
      const scans = new Set<ImportFile>();
      for (const name of namesIn(cell)) {
        const [file, ...others] = called(name);
        const error = !file
          ? files.length === 0
            ? message("No file came with this table. Put {name} beside it into one zip.", { name })
            : message("The zip has no file {name}.", { name })
          : others.length > 0
            ? message("Several files of the zip are called {name}. Write its folder, too.", { name })
            : file.problem === null
              ? null
              : message("{name}: {problem}", { name, problem: file.problem });
        if (error) return { error };
        if (file) scans.add(file);
      }
      return { scans: [...scans] };
    },
    unnamed: () => files.filter((file) => !named.has(file)).map(({ names }) => names[0] ?? ""),
  };
}
