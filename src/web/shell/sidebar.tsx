import { Trans, useLingui } from "@lingui/react/macro";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import IconLayoutSidebarLeftCollapse from "@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs";
import IconLayoutSidebarLeftExpand from "@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import IconSettings from "@tabler/icons-react/dist/esm/icons/IconSettings.mjs";
import { Link, useRouterState } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { MenuItem } from "#shared/contract/screens.ts";
import { KeyCap } from "../ui/marks.tsx";
import { switchModule, useSession, useUser } from "../api/session.tsx";
import { menuIcon } from "./menu-icons.tsx";
import { pathHere } from "./menus.ts";
import { ModuleSwitch } from "./module-switch.tsx";
import styles from "./sidebar.module.css";

const searchKeys = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
const year = new Date().getFullYear();

interface SidebarProps {
  isNarrow: boolean;
  onFold: () => void;
  onSearch: () => void;
}

export function Sidebar({ isNarrow, onFold, onSearch }: SidebarProps) {
  const { t } = useLingui();
  const { menus, modules, selectedModule } = useUser();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const here = pathHere(menus, path);
  const settings = modules.find(({ id }) => id === "settings" && id !== selectedModule?.id);
  const FoldIcon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={styles.side} aria-label={t`Menu`}>
      <ModuleSwitch />
      <button type="button" className={styles.find} aria-keyshortcuts="Control+K" onClick={onSearch}>
        <IconSearch size={14} stroke={1.8} />
        <span className={styles.word}>
          <Trans>Search or jump to</Trans>
        </span>
        <span className={styles.keys} aria-hidden>
          <KeyCap>{searchKeys}</KeyCap>
        </span>
      </button>
      <nav className={styles.menu} aria-label={t`Main`}>
        {menus.map((item) =>
          item.component === "group" ? (
            <Group key={item.name} group={item} here={here} />
          ) : (
            <Item key={item.name} item={item} here={here} />
          ),
        )}
      </nav>
      {settings && (
        <button type="button" className={styles.item} title={t`Settings`} onClick={() => switchModule(settings.id)}>
          <IconSettings size={16} stroke={1.7} />
          <span className={styles.word}>
            <Trans>Settings</Trans>
          </span>
        </button>
      )}
      <Foot />
      <button
        type="button"
        className={styles.fold}
        aria-label={isNarrow ? t`Show the whole menu` : t`Fold the menu`}
        onClick={onFold}
      >
        <FoldIcon size={16} stroke={1.7} />
      </button>
    </aside>
  );
}

function Group({ group, here }: { group: MenuItem; here: string | undefined }) {
  const { i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(true);
  const id = useId();
  return (
    <div className={styles.group} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.heading}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {i18n._(group.name)}
        <IconChevronDown size={12} stroke={2} />
      </button>
      <div id={id} className={styles.items}>
        <div>
          {group.items.map((item) => (
            <Item key={item.name} item={item} here={here} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Item({ item, here }: { item: MenuItem; here: string | undefined }) {
  const { t, i18n } = useLingui();
  const name = i18n._(item.name);
  return (
    <Link
      to={item.to ?? "/"}
      activeOptions={{ exact: true }}
      className={styles.item}
      title={name}
      aria-current={item.to === here ? "page" : undefined}
    >
      {menuIcon(item.icon)}
      <span className={styles.word}>{name}</span>
      {item.badge && (
        <span
          className={styles.badge}
          data-kind={item.badge.kind}
          title={item.badge.kind === "late" ? t`waiting for you` : undefined}
        >
          {item.badge.text}
        </span>
      )}
    </Link>
  );
}

function Foot() {
  const { settings } = useSession();
  const product = settings?.product ?? "Waybill";
  return (
    <footer className={styles.foot}>
      © {year}{" "}
      <span className={styles.word}>
        {product} {settings?.version}
      </span>
    </footer>
  );
}
