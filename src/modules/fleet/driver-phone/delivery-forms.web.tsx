import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState, type FormEvent } from "react";
import { asJpeg } from "#modules/warehouse/receipts/counting/photo-store.web.ts";
import { compare } from "#shared/format/money.ts";
import type { OwnDelivery } from "./driver-actions/driver-actions.contract.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { onBoard } from "./with-reports.ts";
import { MailCode } from "./mail-code.web.tsx";
import { Buttons } from "./phone-forms.web.tsx";
import { SignaturePad, type SignatureHandle } from "./signature-pad.web.tsx";
import styles from "./driver-phone.module.css";

interface PartProps {
  delivery: OwnDelivery;
  onSay: (lines: { id: string; deliveredQuantity: string; damagedQuantity: string; reason: string | null }[]) => void;
  onBack: () => void;
}

export const isNumber = (text: string) => /^\d{1,12}(\.\d{1,6})?$/.test(text);
export const plain = (text: string) => text.replaceAll(/\s/g, "").replace(",", ".");

interface OtherLineProps {
  quantityLabel: string;
  reasonLabel: string;
  quantity: string;
  reason: string;
  onChange: (part: { quantity?: string; reason?: string }) => void;
}

/** How much there is of a line that is not as planned, and why. */
export function OtherLine({ quantityLabel, reasonLabel, quantity, reason, onChange }: OtherLineProps) {
  const { t } = useLingui();
  return (
    <div className={styles["meter"]}>
      <input
        className={styles["field"]}
        inputMode="decimal"
        autoComplete="off"
        aria-label={quantityLabel}
        placeholder={t`How much came`}
        value={quantity}
        onChange={({ currentTarget: { value } }) => onChange({ quantity: value })}
      />
      <input
        className={styles["field"]}
        aria-label={reasonLabel}
        placeholder={t`Why?`}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => onChange({ reason: value })}
      />
    </div>
  );
}

/** How much of each line was delivered of what is on board, and why it is not what was planned. */
export function PartForm({ delivery: { lines }, onSay, onBack }: PartProps) {
  const { t } = useLingui();
  const units = useUnits();
  const [given, setGiven] = useState<Readonly<Record<string, { quantity: string; damaged: string; reason: string }>>>(
    {},
  );
  const read = lines.map((line) => {
    const { id, plannedQuantity } = line;
    const { quantity = onBoard(line), damaged = "", reason = line.loadReason ?? "" } = given[id] ?? {};
    const [delivered, broken] = [plain(quantity), plain(damaged) || "0"];
    const areNumbers = isNumber(delivered) && isNumber(broken);
    const isOther = isNumber(delivered) && compare(delivered, plannedQuantity) !== 0;
    const isRight = areNumbers && (!isOther || reason.trim().length >= 3);
    return { id, quantity, damaged, reason, delivered, broken, isOther, isRight };
  });
  const change = (id: string, part: Partial<{ quantity: string; damaged: string; reason: string }>) =>
    setGiven((before) => {
      const { quantity = "", damaged = "", reason = "" } = read.find((one) => one.id === id) ?? {};
      return { ...before, [id]: { quantity, damaged, reason, ...before[id], ...part } };
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const other = read.filter(({ isOther }) => isOther);
    onSay(
      other.map(({ id, delivered, broken, reason }) => ({
        id,
        deliveredQuantity: delivered,
        damagedQuantity: broken,
        reason: reason.trim(),
      })),
    );
  };
  const isSome =
    read.some(({ delivered, broken }) => Number(delivered) > 0 || Number(broken) > 0) &&
    read.some(({ isOther }) => isOther);
  return (
    <form className={styles["form"]} onSubmit={submit}>
      {lines.map(({ id, description, unit, plannedQuantity }, at) => (
        <div key={id} className={styles["meter"]}>
          <label htmlFor={id}>
            {description} ({units.counted(plannedQuantity, { uom: unit, qtyPerUom: "1" })})
          </label>
          <input
            id={id}
            className={styles["figure"]}
            inputMode="decimal"
            autoComplete="off"
            value={read[at]?.quantity ?? ""}
            onChange={({ currentTarget: { value } }) => change(id, { quantity: value })}
          />
          {read[at]?.isOther && (
            <input
              className={styles["field"]}
              inputMode="decimal"
              autoComplete="off"
              aria-label={t`How much of ${description} is damaged`}
              placeholder={t`Handed over damaged, if any`}
              value={read[at].damaged}
              onChange={({ currentTarget: { value } }) => change(id, { damaged: value })}
            />
          )}
          {read[at]?.isOther && (
            <input
              className={styles["field"]}
              aria-label={t`Why ${description} is not as planned`}
              placeholder={t`Why?`}
              maxLength={500}
              value={read[at].reason}
              onChange={({ currentTarget: { value } }) => change(id, { reason: value })}
            />
          )}
        </div>
      ))}
      {read.some(({ isOther }) => isOther) && <p className={styles["small"]}>{t`The consignee can read this.`}</p>}
      <Buttons verb={t`Report`} isReady={isSome && read.every(({ isRight }) => isRight)} onBack={onBack} />
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
  const isReady = {
    signature: isSigned && name.trim() !== "",
    photo: photo !== null,
    code: /^\d{6}$/.test(code.trim()),
  }[type];
  return (
    <form className={styles["form"]} onSubmit={(event) => void submit(event)}>
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
      <Buttons verb={t`Keep the proof`} isReady={isReady} onBack={onBack} />
    </form>
  );
}
