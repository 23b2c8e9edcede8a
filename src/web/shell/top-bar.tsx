import { useLingui } from "@lingui/react/macro";
import { ActionIcon } from "@mantine/core";
import IconMenu2 from "@tabler/icons-react/dist/esm/icons/IconMenu2.mjs";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { Link } from "@tanstack/react-router";
import { initials } from "../ui/marks.tsx";
import { useSession, useUser } from "../api/session.tsx";
import { AccountMenu } from "./account-menu.tsx";
import type { Crumb } from "./crumbs.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import styles from "./top-bar.module.css";

interface TopBarProps {
  crumbs: readonly Crumb[];
  isMenuOpen: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

export function TopBar({ crumbs, isMenuOpen, onMenu, onSearch }: TopBarProps) {
  const { t } = useLingui();
  return (
    <header className={styles.top}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        className={styles.phone ?? ""}
        aria-label={t`Menu`}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.7} />
      </ActionIcon>
      <Breadcrumb crumbs={crumbs} />
      <div className={styles.who}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          className={styles.phone ?? ""}
          aria-label={t`Search or jump to`}
          onClick={onSearch}
        >
          <IconSearch size={20} stroke={1.7} />
        </ActionIcon>
        <Company />
        <span className={styles.rule} aria-hidden />
        <AccountMenu />
        <ThemeSwitch />
      </div>
    </header>
  );
}

function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Breadcrumb`} className={styles.trail}>
      <ol>
        {crumbs.map(({ name, to }, index) => (
          <li key={to}>
            {index === crumbs.length - 1 ? (
              <b aria-current="page">
                <bdi>{name}</bdi>
              </b>
            ) : (
              <Link to={to} className={styles.crumb}>
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The logo's path stands behind the `app_url` setting (specification, section 1). */
function Company() {
  const { company } = useUser();
  const { settings } = useSession();
  return (
    <span className={styles.company}>
      {company.logo ? (
        <img src={`${settings?.app_url ?? ""}${company.logo}`} alt="" width={20} height={20} className={styles.logo} />
      ) : (
        <span className={styles.logo} aria-hidden>
          {initials(company.name)}
        </span>
      )}
      <span className={styles.name}>{company.name}</span>
    </span>
  );
}
