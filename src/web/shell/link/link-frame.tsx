import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { inSentence, useWords } from "#web/ui/values/labels.ts";
import { useTitle } from "#web/shell/pages/plain-page.tsx";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import type { LinkOver } from "./use-link-page.ts";
import styles from "./link-frame.module.css";

interface LinkFrameProps {
  /** The company that asks. */
  company: string;
  /** What the browser's tab is called: the number of the record. */
  title: string;
  about: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a page that somebody without an account opens by a mailed link. */
export function LinkFrame({ company, title, about, actions, children }: LinkFrameProps) {
  useTitle(title);
  const initials = company
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 2)
    .toUpperCase();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.inner}>
          <span className={styles.logo} aria-hidden>
            {initials}
          </span>
          <b className={styles.company}>{company}</b>
          <span className={styles.about}>{about}</span>
          <span className={styles.actions}>{actions}</span>
        </div>
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.foot}>
        <Trans>Sent with Waybill</Trans>
      </footer>
    </div>
  );
}

/** While the link is looked up. */
export function LinkLoading() {
  const { t } = useLingui();
  return <div className={styles.page} aria-busy aria-label={t`Loading`} />;
}

/** A link that is not one, or not any more this one's. */
export function LinkUnknown() {
  const { t } = useLingui();
  return (
    <LinkFrame company="Waybill" title={t`This link is not valid`} about={null}>
      <section className={styles.message}>
        <Glyph icon="ended" size={32} />
        <h1>
          <Trans>This link is not valid</Trans>
        </h1>
        <p>
          <Trans>
            It may be cut off: open it from the mail once more, whole. Or ask the person who sent it for a new one.
          </Trans>
        </p>
      </section>
    </LinkFrame>
  );
}

/** A true link that is over: what happened, and the way to the new one. */
export function LinkEnded({ over, onRenew }: { over: LinkOver; onRenew: () => Promise<void> }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const words = useWords();
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const at = over.at ? fmt.instant(over.at, "always") : "";
  const sentences: Record<string, string> = {
    used: t`It was answered on ${at}${over.byName ? t` by ${over.byName}` : ""}: ${inSentence(words(over.usedFor ?? ""))}. One link takes one answer.`,
    superseded: t`A newer version was sent on ${at}. Please use the link in the newer mail.`,
    cancelled: t`It was cancelled on ${at}. Nothing more is needed from you.`,
    decided: t`It was settled on ${at}. Nothing more is needed from you.`,
    not_recipient: t`It was sent to an address that no longer gets messages about this. If you should answer, ask the person who sent it.`,
    expired: t`It was valid until ${at}.`,
  };
  const ask = async () => {
    setState("busy");
    try {
      await onRenew();
      setState("sent");
    } catch (error) {
      toastProblem(error);
      setState("idle");
    }
  };
  return (
    <LinkFrame company="Waybill" title={t`This link is over`} about={null}>
      <section className={styles.message}>
        <Glyph icon={over.state === "used" ? "done" : "ended"} size={32} />
        <h1>
          <Trans>This link is over</Trans>
        </h1>
        <p>{sentences[over.state] ?? t`It does not work any more.`}</p>
        {!["used", "cancelled", "not_recipient"].includes(over.state) &&
          (state === "sent" ? (
            <p role="status">
              <Trans>If there is something to answer, the new link is on its way to the same address.</Trans>
            </p>
          ) : (
            <Button variant="default" size="sm" loading={state === "busy"} onClick={() => void ask()}>
              <Trans>Send me the new link</Trans>
            </Button>
          ))}
      </section>
    </LinkFrame>
  );
}
