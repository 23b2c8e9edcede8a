import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { MailCode } from "./mail-code.web.tsx";
import styles from "./driver-phone.module.css";

interface CodeFieldProps {
  code: string;
  /** The server has said that it is not the one. */
  isWrong: boolean;
  /** The delivery whose consignee can be mailed one; null where nobody knows an address. */
  mailedFor: string | null;
  onChange: (code: string) => void;
}

/** The six digits that the consignee was mailed, and tells at the door. */
export function CodeField({ code, isWrong, mailedFor, onChange }: CodeFieldProps) {
  const [id, error] = [useId(), useId()];
  return (
    <>
      <div className={styles["meter"]}>
        <label htmlFor={id}>
          <Trans>Code that the consignee was mailed</Trans>
        </label>
        <input
          id={id}
          className={`${styles["figure"]} ${styles["digits"]}`}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? error : undefined}
          maxLength={6}
          value={code}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
        {isWrong && (
          <p id={error} role="alert" className={styles["wrong"]}>
            <Trans>That is no code that was mailed to them. Ask once more, or have one mailed.</Trans>
          </p>
        )}
      </div>
      {mailedFor !== null && <MailCode deliveryId={mailedFor} />}
    </>
  );
}
