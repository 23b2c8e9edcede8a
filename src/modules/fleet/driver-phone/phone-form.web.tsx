import { Trans } from "@lingui/react/macro";
import { useId, type FormEvent, type ReactNode } from "react";
import styles from "./driver-phone.module.css";

interface PhoneFormProps {
  title: ReactNode;
  verb: string;
  /** What has to be said before it can be reported, in one line; null once nothing is. */
  missing: string | null;
  isDangerous?: boolean;
  /** It is reported, and what the server says of it is waited for. */
  isBusy?: boolean;
  /** What is asked before it is reported, right above what reports it. */
  question?: ReactNode;
  onSubmit: () => void;
  onBack: () => void;
  children: ReactNode;
}

/** A form that has the phone to itself: what ends it is in sight however long it is, and what was begun stays (drafts.web.ts). */
export function PhoneForm({
  title,
  verb,
  missing,
  isDangerous = false,
  isBusy = false,
  question,
  onSubmit,
  onBack,
  children,
}: PhoneFormProps) {
  const hint = useId();
  const isReady = missing === null && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit();
  };
  return (
    <form className={styles["form"]} onSubmit={submit}>
      <div className={styles["page"]}>
        <h2 ref={focused} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <div className={styles["foot"]}>
        {question}
        <button
          type="submit"
          className={`${styles["main"]} ${isDangerous ? styles["grave"] : ""}`}
          disabled={!isReady}
          aria-describedby={missing === null ? undefined : hint}
        >
          {verb}
        </button>
        {missing !== null && (
          <p id={hint} className={styles["missing"]}>
            {missing}
          </p>
        )}
        <button type="button" className={styles["quiet"]} onClick={onBack}>
          <Trans>Back</Trans>
        </button>
      </div>
    </form>
  );
}

/** Whoever reads the screen by ear, or by keys, goes on at the head of what opened. */
export const focused = (head: HTMLElement | null) => head?.focus();
