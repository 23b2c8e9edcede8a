import { Trans, useLingui } from "@lingui/react/macro";
import { Outlet } from "@tanstack/react-router";
import { useSession } from "../../api/session.tsx";
import { Toasts } from "../notices/toasts.tsx";
import { PlainPage } from "./plain-page.tsx";
import styles from "./small-form.module.css";

/** What stands on every page: the place for what floats, the toasts, and the notice that a session ended under its user's hands. */
export function Root() {
  const { t } = useLingui();
  const { isOver } = useSession();
  return (
    <>
      {isOver ? <OverPage /> : <Outlet />}
      <section id="floating" aria-label={t`Menus and dialogs`} />
      <Toasts />
    </>
  );
}

function OverPage() {
  return (
    <PlainPage title={<Trans>You are logged out</Trans>} actions={<SignInNow />}>
      <Trans>Your session ended, or a permission was taken back. What was saved is safe.</Trans>
    </PlainPage>
  );
}

/** Leaves the page for good, so that nothing of the ended session is left in it. */
function SignInNow() {
  return (
    <a href="/login" className={styles.link}>
      <Trans>Sign in now</Trans>
    </a>
  );
}
