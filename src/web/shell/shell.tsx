import { Trans } from "@lingui/react/macro";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { lazyPart } from "../api/lazy-part.tsx";
import { isTyping } from "./is-typing.ts";
import { followEvents } from "../live/follow-events.ts";
import { DataProvider } from "../api/query.tsx";
import { followModule, useSession, useUser } from "../api/session.tsx";
import { printInLight } from "../ui/theme/print.ts";
import { preloadToasts } from "./notices/toasts.tsx";
import { CompanyNotice } from "./notices/company-notice.tsx";
import { useCrumbs, usePageTitle, useRemembered } from "./crumbs.tsx";
import { showKeys, useKeysShown } from "./keys/keys.ts";
import { OfflineBanner } from "./notices/offline-banner.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { VersionNotice } from "./notices/version-notice.tsx";
import styles from "./shell.module.css";

const Palette = lazyPart(() => import("./palette/palette.tsx"), "Palette");
const KeysDialog = lazyPart(() => import("./keys/keys-dialog.tsx"), "KeysDialog");
const preloadAfterMs = 1500;
const sidebarEntry = "waybill-sidebar";

/** The frame of every screen behind the gate: menu, top bar, and the sheet that the screen is drawn on. */
export function Shell() {
  const { user } = useSession();
  return user && <Frame />; // without a user only for the moment between signing out and leaving
}

function Frame() {
  const { userId, company } = useUser();
  const [isNarrow, setIsNarrow] = useState(() => localStorage.getItem(sidebarEntry) === "strip");
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const [isSearching, setIsSearching] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isOpen = openedAt === path; // on a phone the menu closes with the way it was opened for
  const crumbs = useCrumbs();
  usePageTitle(crumbs);
  useRemembered();
  useModuleOf(path);
  useShortcuts(() => setIsSearching(true));
  const areKeysShown = useKeysShown();
  useEffect(preload, []);
  useEffect(followEvents, [userId, company.id]);
  useEffect(printInLight, []);

  const handleFold = () => {
    localStorage.setItem(sidebarEntry, isNarrow ? "full" : "strip");
    setIsNarrow(!isNarrow);
  };
  return (
    <DataProvider>
      <div className={styles.shell} data-sidebar={isNarrow ? "strip" : "full"} data-open={isOpen || undefined}>
        <a href="#sheet" className={styles.skip}>
          <Trans>Skip to the content</Trans>
        </a>
        <Sidebar isNarrow={isNarrow} onFold={handleFold} onSearch={() => setIsSearching(true)} />
        <div className={styles.backdrop} onClick={() => setOpenedAt(null)} aria-hidden />
        <TopBar
          crumbs={crumbs}
          isMenuOpen={isOpen}
          onMenu={() => setOpenedAt(isOpen ? null : path)}
          onSearch={() => setIsSearching(true)}
        />
        <main id="sheet" tabIndex={-1} className={styles.sheet}>
          <ProgressBar />
          <OfflineBanner />
          <VersionNotice />
          <CompanyNotice />
          <Outlet />
        </main>
      </div>
      {isSearching && <Palette onClose={() => setIsSearching(false)} />}
      {areKeysShown && <KeysDialog />}
    </DataProvider>
  );
}

/** Whoever follows a link into another of their modules gets its menu: `/settings/users` is of the settings. */
function useModuleOf(path: string): void {
  const { modules, selectedModule } = useUser();
  const [, first = ""] = path.split("/");
  const id = first.startsWith("company-") ? "settings" : first;
  // Asked when the path changes only: while a module is being switched the old path stands there for a moment.
  const follow = useEffectEvent((to: string) => {
    if (to !== selectedModule?.id && modules.some((module) => module.id === to)) void followModule(to);
  });
  useEffect(() => follow(id), [id]);
}

function useShortcuts(onSearch: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    const isHelp = event.key === "?" && !isTyping(event.target);
    if (!isSearch && !isHelp) return;
    event.preventDefault();
    if (isSearch) onSearch();
    else showKeys();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** What must be there without the network, or at a key press: fetched once the first screen stands. */
function preload(): () => void {
  const timer = setTimeout(() => {
    void preloadToasts();
    Palette.fetch();
  }, preloadAfterMs);
  return () => clearTimeout(timer);
}
