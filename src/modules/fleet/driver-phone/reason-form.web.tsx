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

/** Why: one of the usual answers with one touch, or in one's own words; what was typed before the touch goes with it. */
export function ReasonForm({ title, draft, choices, hint, isDangerous = false, onSay, onBack }: ReasonProps) {
  const { t } = useLingui();
  const [{ reason }, give] = useDraft(draft, { reason: "" });
  const typed = reason.trim();
  const choose = (choice: string) => onSay((typed === "" ? choice : `${choice}: ${typed}`).slice(0, mostSigns));
  return (
    <PhoneForm
      title={title}
      verb={t`Report`}
      isReady={typed.length >= 3}
      isDangerous={isDangerous}
      onSubmit={() => onSay(typed)}
      onBack={onBack}
    >
      {choices.map((choice) => (
        <button key={choice} type="button" className={styles["choice"]} onClick={() => choose(choice)}>
          {choice}
        </button>
      ))}
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
