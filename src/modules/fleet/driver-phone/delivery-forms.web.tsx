import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState, type FormEvent } from "react";
import { asJpeg } from "#modules/warehouse/receipts/counting/photo-store.web.ts";
import type { OwnDelivery } from "./driver-actions/driver-actions.contract.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { CountedLine, countOf, readCount, type Count } from "./counted-line.web.tsx";
import { MailCode } from "./mail-code.web.tsx";
import { Buttons } from "./phone-forms.web.tsx";
import { SignaturePad, type SignatureHandle } from "./signature-pad.web.tsx";
import styles from "./driver-phone.module.css";

interface PartProps {
  delivery: OwnDelivery;
  onSay: (lines: { id: string; deliveredQuantity: string; damagedQuantity: string; reason: string | null }[]) => void;
  onBack: () => void;
}

/** How much of each line was delivered of what is on board, and why it is not what was planned. */
export function PartForm({ delivery: { lines }, onSay, onBack }: PartProps) {
  const { t } = useLingui();
  const units = useUnits();
  const [given, setGiven] = useState<Readonly<Record<string, Count>>>({});
  const of = (line: OwnDelivery["lines"][number]) => given[line.id] ?? countOf(line);
  const read = lines.map((line) => ({ id: line.id, ...readCount(line, of(line)) }));
  const other = read.filter(({ isOther }) => isOther);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSay(
      other.map(({ id, came, broken, why }) => ({
        id,
        deliveredQuantity: came,
        damagedQuantity: broken,
        reason: why,
      })),
    );
  };
  const isSome = other.length > 0 && read.some(({ came, broken }) => Number(came) > 0 || Number(broken) > 0);
  return (
    <form className={styles["form"]} data-whole onSubmit={submit}>
      <p>
        <Trans>Change what was not handed over as planned. The other lines count as delivered whole.</Trans>
      </p>
      {lines.map((line) => {
        const { id, description, unit, plannedQuantity } = line;
        const change = (part: Partial<Count>) => setGiven((before) => ({ ...before, [id]: { ...of(line), ...part } }));
        return (
          <CountedLine
            key={id}
            line={line}
            count={of(line)}
            label={
              <>
                {description} ({units.counted(plannedQuantity, { uom: unit, qtyPerUom: "1" })})
              </>
            }
            choices={[t`Missing`, t`Damaged`, t`They refused it`]}
            onChange={change}
          >
            <input
              className={styles["field"]}
              inputMode="decimal"
              autoComplete="off"
              aria-label={t`How much of ${description} is damaged`}
              placeholder={t`Handed over damaged, if any`}
              value={of(line).damaged}
              onChange={({ currentTarget: { value } }) => change({ damaged: value })}
            />
          </CountedLine>
        );
      })}
      {other.length > 0 && <p className={styles["small"]}>{t`The consignee can read this.`}</p>}
      <Buttons
        verb={t`Report`}
        isReady={isSome && read.every(({ isRight }) => isRight)}
        holds={other.length > 0}
        onBack={onBack}
      />
    </form>
  );
}

type ProofType = "signature" | "photo" | "code";

interface ProofGiven {
  readonly type: ProofType;
  readonly signerName: string | null;
  readonly code: string | null;
}

interface ProofProps {
  delivery: OwnDelivery;
  onSay: (proof: ProofGiven, picture: Blob | null) => void;
  onBack: () => void;
}

/** A signature, a photo, or the code that the consignee was mailed; what is asked for comes first. */
export function ProofForm({ delivery, onSay, onBack }: ProofProps) {
  const { id: deliveryId, proofsMissing: missing, canMailCode } = delivery;
  const { t } = useLingui();
  const [type, setType] = useState<ProofType>(missing[0] ?? "signature");
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [isSigned, setIsSigned] = useState(false);
  const pad = useRef<SignatureHandle>(null);
  const words = { signature: t`Signature`, photo: t`Photo`, code: t`Code` };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const picture = type === "signature" ? ((await pad.current?.picture()) ?? null) : type === "photo" ? photo : null;
    const small = picture && (await asJpeg(picture));
    onSay(
      { type, signerName: type === "signature" ? name.trim() : null, code: type === "code" ? code.trim() : null },
      small,
    );
  };
  const holds = isSigned || photo !== null || name.trim() !== "" || code.trim() !== "";
  const isReady = {
    signature: isSigned && name.trim() !== "",
    photo: photo !== null,
    code: /^\d{6}$/.test(code.trim()),
  }[type];
  return (
    <form className={styles["form"]} data-whole onSubmit={(event) => void submit(event)}>
      <div className={styles["beside"]} role="group" aria-label={t`Kind of proof`}>
        {(["signature", "photo", "code"] as const).map((one) => (
          <button
            key={one}
            type="button"
            className={styles["quiet"]}
            aria-pressed={one === type}
            onClick={() => setType(one)}
          >
            {words[one]} {missing.includes(one) && <Trans>(asked for)</Trans>}
          </button>
        ))}
      </div>
      {type === "signature" && (
        <>
          <input
            className={styles["field"]}
            aria-label={t`Signed by`}
            placeholder={t`Signed by`}
            maxLength={120}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <SignaturePad ref={pad} onSigned={setIsSigned} />
        </>
      )}
      {type === "photo" && (
        <input
          className={styles["field"]}
          type="file"
          accept="image/*"
          capture="environment"
          aria-label={t`Photo`}
          onChange={({ currentTarget: { files } }) => setPhoto(files?.[0] ?? null)}
        />
      )}
      {type === "code" && (
        <input
          className={styles["figure"]}
          inputMode="numeric"
          autoComplete="off"
          aria-label={t`Code`}
          maxLength={6}
          value={code}
          onChange={({ currentTarget: { value } }) => setCode(value)}
        />
      )}
      {type === "code" && canMailCode && <MailCode deliveryId={deliveryId} />}
      <Buttons verb={t`Keep the proof`} isReady={isReady} holds={holds} onBack={onBack} />
    </form>
  );
}
