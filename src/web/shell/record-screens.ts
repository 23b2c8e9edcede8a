import { useRouter } from "@tanstack/react-router";
import { importsOf, type ScreenEntry } from "#shared/contract/screens.ts";

type Routes = Readonly<Record<string, { fullPath: string; options: { staticData?: Partial<ScreenEntry> } }>>;

interface RecordScreens {
  /** Kind of record → the path of the screen that shows one of them by `?id=`. */
  readonly pages: Readonly<Record<string, string>>;
  /** Every kind of record that some screen shows or keeps. */
  readonly kinds: readonly string[];
  /** The kinds that can be imported, with the screen that lists them. */
  readonly imports: readonly (ReturnType<typeof importsOf>[number] & { readonly path: string })[];
}

/** Which screens show which records, as the modules say it. */
export function useRecordScreens(): RecordScreens {
  const routes: Routes = useRouter().routesById;
  const all = Object.values(routes).map(({ fullPath, options: { staticData = {} } }) => ({ fullPath, ...staticData }));
  const pages = Object.fromEntries(all.flatMap(({ shows, fullPath }) => (shows ? [[shows, fullPath]] : [])));
  return {
    pages,
    kinds: [...Object.keys(pages), ...all.flatMap(({ keeps = [] }) => keeps)],
    imports: all.flatMap(({ fullPath, ...screen }) => importsOf(screen).map((one) => ({ ...one, path: fullPath }))),
  };
}
