import { useLingui } from "@lingui/react/macro";
import { useDraft } from "./drafts.web.ts";
import { PhoneForm } from "./phone-form.web.tsx";
import styles from "./driver-phone.module.css";

const mostSigns = 500;

interface ReasonProps {
  title: string;
  draft: string;
  choices: readonly string[];
  /** Who reads it. */
  hint?: string;
  isDangerous?: boolean;
  onSay: (reason: string) => void;
  onBack: () => void;
}

interface Given {
  readonly choice: string | null;
  readonly reason: string;
}

/** Why: one of the usual answers is chosen, or it is said in one's own words, or both; then it is reported. */
export function ReasonForm({ title, draft, choices, hint, isDangerous = false, onSay, onBack }: ReasonProps) {
  const { t } = useLingui();
  const [{ choice, reason }, give] = useDraft<Given>(draft, { choice: null, reason: "" });
  const typed = reason.trim();
  const said = [choice, typed].filter(Boolean).join(": ").slice(0, mostSigns);
  return (
    <PhoneForm
      title={title}
      verb={t`Report`}
      missing={said.length >= 3 ? null : t`Choose a reason, or say it in your own words.`}
      isDangerous={isDangerous}
      onSubmit={() => onSay(said)}
      onBack={onBack}
    >
      <div className={styles["choices"]} role="group" aria-label={title}>
        {choices.map((one) => (
          <button
            key={one}
            type="button"
            className={styles["choice"]}
            aria-pressed={one === choice}
            onClick={() => give({ choice: one === choice ? null : one })}
          >
            {one}
          </button>
        ))}
      </div>
      <textarea
        className={styles["field"]}
        aria-label={t`In your own words`}
        placeholder={t`In your own words`}
        rows={3}
        maxLength={mostSigns}
        value={reason}
        onChange={({ currentTarget: { value } }) => give({ reason: value })}
      />
      {hint && <p className={styles["small"]}>{hint}</p>}
    </PhoneForm>
  );
}
