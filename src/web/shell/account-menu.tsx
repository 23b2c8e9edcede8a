import { Trans, useLingui } from "@lingui/react/macro";
import IconLogout from "@tabler/icons-react/dist/esm/icons/IconLogout.mjs";
import IconUser from "@tabler/icons-react/dist/esm/icons/IconUser.mjs";
import { Link } from "@tanstack/react-router";
import { initials } from "../ui/marks.tsx";
import { Menu } from "../ui/overlays/menu.tsx";
import { humanise } from "#shared/format/names.ts";
import { signOut, useUser } from "../api/session.tsx";
import styles from "./top-bar.module.css";

/** Who is signed in, with the roles; opens to Profile and Logout. */
export function AccountMenu() {
  const { i18n } = useLingui();
  const { firstName, lastName, email, photo, roles } = useUser();
  const fullName = `${firstName} ${lastName}`;
  const roleNames = roles.map(({ name }) => i18n._(/^[A-Z_]+$/.test(name) ? humanise(name) : name)).join(", ");
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={styles.account}>
          <span className={styles.avatar} aria-hidden>
            {photo ? <img src={photo} alt="" /> : initials(fullName)}
          </span>
          <span className={styles.person}>
            <b>{fullName}</b> <span className={styles.roles}>{roleNames}</span>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.greeting}>
          <b>
            <Trans>
              Hello, {firstName} {lastName}
            </Trans>
          </b>
          <span>{email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={16} stroke={1.7} />}>
          <Trans>Profile</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={signOut}>
          <Trans>Logout</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
