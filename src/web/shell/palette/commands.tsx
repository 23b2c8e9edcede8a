import { useLingui } from "@lingui/react/macro";
import { useMantineColorScheme } from "@mantine/core";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconKeyboard from "@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs";
import IconLogout from "@tabler/icons-react/dist/esm/icons/IconLogout.mjs";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import IconSwitchHorizontal from "@tabler/icons-react/dist/esm/icons/IconSwitchHorizontal.mjs";
import { useQueries } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { ComponentType, ReactElement } from "react";
import { entityOf } from "#shared/contract/entity.ts";
import { send } from "../../api/api.ts";
import { humanise } from "#shared/format/names.ts";
import { debounceMs, useDebounced } from "../../api/debounce.ts";
import { useRecordScreens } from "../record-screens.ts";
import type { Screen } from "../register.ts";
import { signOut, switchModule, useMay, useUser } from "../../api/session.tsx";
import { showKeys } from "../keys/keys.ts";
import { menuIcon } from "../menu-icons.tsx";
import { recents } from "./recents.ts";

export interface Command {
  id: string;
  name: string;
  about?: string;
  icon: ReactElement;
  run: () => void;
  /** A record that was found, as its list has it, and what draws it. */
  preview?: { record: unknown; Facts: ComponentType };
}

interface CommandGroup {
  name: string;
  commands: readonly Command[];
}

type Routes = Readonly<Record<string, { fullPath: string; options: { staticData?: Partial<Screen> } }>>;

/** What the palette offers for these words: records the server finds, things to do, screens to go to. */
export function useCommands(words: string): { groups: readonly CommandGroup[]; isSearching: boolean } {
  const { t } = useLingui();
  const { records, offers, isSearching } = useRecords(words);
  const actions = [...offers, ...useActions().filter(isAbout(words))];
  const places = usePlaces().filter(isAbout(words));
  const seen = useRecents().filter(isAbout(words));
  const groups = [
    { name: t`Seen last`, commands: words === "" ? seen : [] },
    { name: t`Records`, commands: records },
    { name: t`Go to`, commands: places },
    { name: t`Do`, commands: actions },
  ];
  return { groups: groups.filter(({ commands }) => commands.length > 0), isSearching };
}

function isAbout(words: string): (command: Command) => boolean {
  return ({ name }) => name.toLocaleLowerCase().includes(words.toLocaleLowerCase());
}

/** The records seen last; the one on the screen is no place to go to. */
function useRecents(): Command[] {
  const { i18n } = useLingui();
  const router = useRouter();
  return recents()
    .filter(({ to }) => to !== router.state.location.href)
    .map(({ to, name, about }) => ({
      id: `seen ${to}`,
      name,
      about: i18n._(about),
      icon: <IconHistory size={16} stroke={1.7} />,
      run: () => void router.navigate({ href: to }),
    }));
}

/** The screens with a menu entry, of all modules. */
function usePlaces(): Command[] {
  const { i18n } = useLingui();
  const router = useRouter();
  const may = useMay();
  const routes: Routes = router.routesById;
  return Object.values(routes).flatMap(({ fullPath, options }) => {
    const { title, can, menu } = options.staticData ?? {};
    if (!title || !can || !menu || !may(can)) return [];
    return [
      {
        id: `go ${fullPath}`,
        name: i18n._(title),
        icon: menuIcon(menu.icon),
        run: () => void router.navigate({ to: fullPath }),
      },
    ];
  });
}

function useActions(): Command[] {
  const { t, i18n } = useLingui();
  const { setColorScheme } = useMantineColorScheme();
  const { modules, selectedModule } = useUser();
  const switches = modules.filter(({ id }) => id !== selectedModule?.id);
  return [
    ...switches.map(({ id, fullName }) => {
      const name = i18n._(fullName);
      return {
        id: `module ${id}`,
        name: t`Switch to ${name}`,
        icon: <IconSwitchHorizontal size={16} stroke={1.7} />,
        run: () => void switchModule(id),
      };
    }),
    { id: "light", name: t`Light theme`, icon: <IconSun size={16} stroke={1.7} />, run: () => setColorScheme("light") },
    { id: "dark", name: t`Dark theme`, icon: <IconMoon size={16} stroke={1.7} />, run: () => setColorScheme("dark") },
    { id: "keys", name: t`Keyboard shortcuts`, icon: <IconKeyboard size={16} stroke={1.7} />, run: showKeys },
    { id: "logout", name: t`Logout`, icon: <IconLogout size={16} stroke={1.7} />, run: () => void signOut() },
  ];
}

/** Asks each list this user may see for the words, once they stop typing. */
function useRecords(words: string): { records: Command[]; offers: Command[]; isSearching: boolean } {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const may = useMay();
  const asked = useDebounced(words, debounceMs);
  const routes: Routes = router.routesById;
  const { pages } = useRecordScreens();
  const finds = Object.values(routes).flatMap(({ options }) => {
    const { find, can, preview } = options.staticData ?? {};
    return find && can && may(can) ? [{ ...find, preview, to: pages[entityOf(find.from)] ?? "" }] : [];
  });
  const answers = useQueries({
    queries: finds.map((find) => ({
      queryKey: ["palette", find.from, asked],
      queryFn: () => send({ method: "GET", path: find.from }, { query: { q: asked, limit: 4 } }),
      enabled: asked.length >= 2,
      meta: { quiet: true },
    })),
  });
  const used = recents().map(({ to }) => to);
  /** The very name first, then what begins with the words, then what was seen last. */
  const rank = ({ id, name }: { id: string; name: string }) => {
    const seen = used.indexOf(id) + 1 || used.length + 1;
    const [own, typed] = [name.toLocaleLowerCase(), asked.toLocaleLowerCase()];
    return (own === typed ? 0 : own.startsWith(typed) ? 100 : 200) + seen;
  };
  const found = finds.flatMap((find, index) =>
    recordsOf(answers[index]?.data).map((record) => {
      const id = String(record["id"]);
      const about = [i18n._(find.one), ...find.about.map((field) => wordsOf(record[field]))].filter(Boolean).join(", ");
      const href = `${find.to}?id=${id}`;
      return {
        id: href,
        name: wordsOf(record[find.label]),
        about,
        icon: menuIcon(find.icon),
        run: () => void router.navigate({ href }),
        ...(find.preview ? { preview: { record, Facts: find.preview } } : {}),
        offers: (find.offers ?? []).map((offer) => ({ ...offer, id })),
      };
    }),
  );
  const records = found.toSorted((a, b) => rank(a) - rank(b));
  const offers = (records[0]?.offers ?? []).flatMap(({ to, as, id }) => {
    const { title, can } = Object.values(routes).find(({ fullPath }) => fullPath === to)?.options.staticData ?? {};
    if (!title || !can || !may(can)) return [];
    const name = t`${i18n._(title)} for ${records[0]?.name ?? ""}`;
    const run = () => void router.navigate({ href: `${to}?${as}=${id}` });
    return [{ id: `${to} ${id}`, name, icon: menuIcon("clipboard-list"), run }];
  });
  return {
    records: asked === words ? records : [],
    offers: asked === words ? offers : [],
    isSearching: asked !== words || answers.some(({ isFetching }) => isFetching),
  };
}

function recordsOf(reply: unknown): readonly Record<string, unknown>[] {
  return typeof reply === "object" && reply !== null && "items" in reply && Array.isArray(reply.items)
    ? reply.items
    : [];
}

/** A field as words: codes such as `change_proposed` are read out. */
function wordsOf(value: unknown): string {
  if (typeof value !== "string") return "";
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? humanise(value).toLocaleLowerCase() : value;
}
