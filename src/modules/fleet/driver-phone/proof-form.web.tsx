import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { requiredProof } from "../deliveries/deliveries.contract.ts";
import { CodeField } from "./code-field.web.tsx";
import type { OwnDelivery } from "./driver-actions/driver-actions.contract.ts";
import { useDraft } from "./drafts.web.ts";
import { SignedFor } from "./lines-here.web.tsx";
import { PhoneForm } from "./phone-form.web.tsx";
import type { Report } from "./phone-store.web.ts";
import { nameOf } from "./phone-words.web.tsx";
import { PhotoField } from "./photo-field.web.tsx";
import { dismiss } from "./queue.web.ts";
import { SignaturePad } from "./signature-pad.web.tsx";
import styles from "./driver-phone.module.css";

const proofTypes = requiredProof.options;
type ProofType = (typeof proofTypes)[number];

interface ProofGiven {
  readonly type: ProofType;
  readonly signerName: string | null;
  readonly code: string | null;
  readonly note: string | null;
}

interface ProofProps {
  delivery: OwnDelivery;
  draft: string;
  onSay: (proof: ProofGiven, picture: string | null) => void;
  /** Reports a code and waits for what the server says of it: null where it is sent later. */
  onTellCode: (proof: ProofGiven) => Promise<Report | null>;
  onDone: () => void;
  onBack: () => void;
}

/** What was begun of a proof: pictures as text. */
interface Begun {
  readonly name: string;
  readonly code: string;
  readonly barcode: string;
  readonly photo: string | null;
  readonly signature: string | null;
}
const nothingBegun: Begun = { name: "", code: "", barcode: "", photo: null, signature: null };
const emptied: Readonly<Record<ProofType, Partial<Begun>>> = {
  signature: { signature: null, name: "" },
  photo: { photo: null },
  code: { code: "" },
  barcode: { barcode: "" },
};

function kindOf({ photo, code, barcode, name, signature }: Begun): ProofType | undefined {
  if (signature !== null || name !== "") return "signature";
  if (photo !== null) return "photo";
  if (barcode !== "") return "barcode";
  return code === "" ? undefined : "code";
}

/** A signature, a photo, the code that the consignee was mailed, or the barcode of the goods; what is asked for comes first. */
export function ProofForm({ delivery, draft, onSay, onTellCode, onDone, onBack }: ProofProps) {
  const { id: deliveryId, proofsMissing: asked, canMailCode } = delivery;
  const { t } = useLingui();
  const [begun, give] = useDraft(draft, nothingBegun);
  const { name, code, barcode, photo, signature } = begun;
  const [type, setType] = useState<ProofType>(kindOf(begun) ?? asked[0] ?? "signature");
  const { isChecking, isWrong, check } = useCodeCheck(code);
  const words = { signature: t`Signature`, photo: t`Photo`, code: t`Code`, barcode: t`Barcode` };
  const isSignedBy = name.trim() !== "";
  const missing = {
    signature: signature === null ? t`The signature is missing.` : isSignedBy ? null : t`Say who signs.`,
    photo: photo === null ? t`Take a photo first.` : null,
    code: /^\d{6}$/.test(code.trim()) ? null : t`Type the six digits of the code.`,
    barcode: barcode.trim() === "" ? t`Scan the barcode, or type it.` : null,
  }[type];
  const submit = () => {
    const proof = {
      type,
      signerName: type === "signature" ? name.trim() : null,
      code: type === "code" ? code.trim() : null,
      note: type === "barcode" ? barcode.trim() : null,
    };
    const kept = () => give(emptied[type]); // others wait
    if (type === "code") return void check({ tell: () => onTellCode(proof), onKept: kept, onDone });
    onSay(proof, { signature, photo, barcode: null }[type]);
    kept();
    onDone();
  };
  return (
    <PhoneForm
      title={nameOf(delivery)}
      verb={isChecking ? t`The code is checked…` : t`Keep the proof`}
      missing={missing}
      isBusy={isChecking}
      onSubmit={submit}
      onBack={onBack}
    >
      <div className={styles["beside"]} role="group" aria-label={t`Kind of proof`}>
        {proofTypes.map((one) => (
          <button
            key={one}
            type="button"
            className={styles["quiet"]}
            aria-pressed={one === type}
            onClick={() => setType(one)}
          >
            {words[one]} {asked.includes(one) && <Trans>(asked for)</Trans>}
          </button>
        ))}
      </div>
      {type === "signature" && (
        <>
          <SignedFor delivery={delivery} />
          <input
            className={styles["field"]}
            aria-label={t`Signed by`}
            placeholder={t`Signed by`}
            maxLength={120}
            value={name}
            onChange={({ currentTarget: { value } }) => give({ name: value })}
          />
          <SignaturePad signature={signature} onSign={(picture) => give({ signature: picture })} />
        </>
      )}
      {type === "photo" && <PhotoField photo={photo} onTake={(picture) => give({ photo: picture })} />}
      {type === "barcode" && (
        <input
          className={styles["field"]}
          autoComplete="off"
          autoFocus
          aria-label={t`Barcode`}
          placeholder={t`Scan it, or type what stands below it`}
          maxLength={500}
          value={barcode}
          onChange={({ currentTarget: { value } }) => give({ barcode: value })}
        />
      )}
      {type === "code" && (
        <CodeField
          code={code}
          isWrong={isWrong}
          mailedFor={canMailCode ? deliveryId : null}
          onChange={(value) => give({ code: value })}
        />
      )}
    </PhoneForm>
  );
}

interface CodeCheck {
  tell: () => Promise<Report | null>;
  onKept: () => void;
  onDone: () => void;
}

/** Asks the server about a code while its consignee stands there. Whoever leaves the form meanwhile reads it at the delivery. */
function useCodeCheck(code: string) {
  const [isChecking, setChecking] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const isLeft = useRef(false);
  const isAsking = useRef(false); // known to a second tap before the screen shows it
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  const check = async ({ tell, onKept, onDone }: CodeCheck) => {
    if (isAsking.current) return;
    isAsking.current = true;
    setChecking(true);
    const sent = await tell();
    isAsking.current = false;
    const isTold = sent?.answer?.flags.includes("wrong_code") === true;
    if (!isTold) onKept();
    if (isLeft.current) return;
    setChecking(false);
    if (!isTold) return onDone();
    setWrong(code);
    void dismiss(sent); // it is said in the field
  };
  return { isChecking, isWrong: wrong !== null && wrong === code, check };
}
