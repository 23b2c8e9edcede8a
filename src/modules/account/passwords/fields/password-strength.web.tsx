import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { tone, type Tone } from "#web/ui/theme/tones.ts";
import { strengthOf, type Strength } from "./strength.web.ts";
import styles from "./password-strength.module.css";

const statusStyles: Readonly<Record<Strength, { tone: Tone; parts: number; words: ReactNode }>> = {
  short: { tone: "x", parts: 1, words: <Trans>Too short</Trans> },
  short_alone: { tone: "a", parts: 2, words: <Trans>Long enough only beside a second factor</Trans> },
  weak: { tone: "x", parts: 1, words: <Trans>Easy to guess</Trans> },
  good: { tone: "g", parts: 3, words: <Trans>Good</Trans> },
  strong: { tone: "g", parts: 4, words: <Trans>Strong</Trans> },
};

/** How good the password is, in words and as a bar; nothing before one types. */
export function PasswordStrength({ password }: { password: string }) {
  const look = statusStyles[strengthOf(password)];
  return (
    <p className={`${styles.strength} ${tone(look.tone)}`} role="status" data-empty={password === ""}>
      {password !== "" && (
        <>
          <span className={styles.bar} aria-hidden>
            {[1, 2, 3, 4].map((part) => (
              <i key={part} data-on={part <= look.parts} />
            ))}
          </span>
          {look.words}
        </>
      )}
    </p>
  );
}
