import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { asJpeg } from "#modules/warehouse/receipts/counting/photo-store.web.ts";
import { requiredProof } from "../deliveries/deliveries.contract.ts";
import type { OwnDelivery } from "./driver-actions/driver-actions.contract.ts";
import { busyUntil } from "#web/api/idle.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { CountedLine, countOf, readCount, type Count } from "./counted-line.web.tsx";
import { MailCode } from "./mail-code.web.tsx";
import { useDraft } from "./drafts.web.ts";
import { PhoneForm } from "./phone-form.web.tsx";
import { nameOf } from "./phone-words.web.tsx";
import { asText } from "./queue.web.ts";
import { SignaturePad } from "./signature-pad.web.tsx";
import styles from "./driver-phone.module.css";

interface PartProps {
  delivery: OwnDelivery;
  draft: string;
  onSay: (lines: { id: string; deliveredQuantity: string; damagedQuantity: string; reason: string | null }[]) => void;
  onBack: () => void;
}

/** How much of each line was delivered of what is on board, and why it is not what was planned. */
export function PartForm({ delivery, draft, onSay, onBack }: PartProps) {
  const { lines } = delivery;
  const { t } = useLingui();
  const units = useUnits();
  const [{ given }, give] = useDraft<{ given: Readonly<Record<string, Count>> }>(draft, { given: {} });
  const of = (line: OwnDelivery["lines"][number]) => given[line.id] ?? countOf(line);
  const read = lines.map((line) => ({ id: line.id, ...readCount(line, of(line)) }));
  const other = read.filter(({ isOther }) => isOther);
  const submit = () =>
    onSay(
      other.map(({ id, came, broken, why }) => ({
        id,
        deliveredQuantity: came,
        damagedQuantity: broken,
        reason: why,
      })),
    );
  const isSome = other.length > 0 && read.some(({ came, broken }) => Number(came) > 0 || Number(broken) > 0);
  return (
    <PhoneForm
      title={nameOf(delivery)}
      verb={t`Report`}
      isReady={isSome && read.every(({ isRight }) => isRight)}
      onSubmit={submit}
      onBack={onBack}
    >
      <p>
        <Trans>Change what was not handed over as planned. The other lines count as delivered whole.</Trans>
      </p>
      {lines.map((line) => {
        const { id, description, unit, plannedQuantity } = line;
        const change = (part: Partial<Count>) => give({ given: { ...given, [id]: { ...of(line), ...part } } });
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
    </PhoneForm>
  );
}

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

function kindOf({ photo, code, barcode, name, signature }: Begun): ProofType | undefined {
  if (signature !== null || name !== "") return "signature";
  if (photo !== null) return "photo";
  if (barcode !== "") return "barcode";
  return code === "" ? undefined : "code";
}

/** A signature, a photo, the code that the consignee was mailed, or the barcode of the goods; what is asked for comes first. */
export function ProofForm({ delivery, draft, onSay, onBack }: ProofProps) {
  const { id: deliveryId, proofsMissing: missing, canMailCode } = delivery;
  const { t } = useLingui();
  const [begun, give] = useDraft(draft, nothingBegun);
  const { name, code, barcode, photo, signature } = begun;
  const [type, setType] = useState<ProofType>(kindOf(begun) ?? missing[0] ?? "signature");
  const words = { signature: t`Signature`, photo: t`Photo`, code: t`Code`, barcode: t`Barcode` };
  const submit = () => {
    onSay(
      {
        type,
        signerName: type === "signature" ? name.trim() : null,
        code: type === "code" ? code.trim() : null,
        note: type === "barcode" ? barcode.trim() : null,
      },
      { signature, photo, code: null, barcode: null }[type],
    );
    give(
      {
        signature: { signature: null, name: "" },
        photo: { photo: null },
        code: { code: "" },
        barcode: { barcode: "" },
      }[type],
    ); // others wait
  };
  const isReady = {
    signature: signature !== null && name.trim() !== "",
    photo: photo !== null,
    code: /^\d{6}$/.test(code.trim()),
    barcode: barcode.trim() !== "",
  }[type];
  return (
    <PhoneForm title={nameOf(delivery)} verb={t`Keep the proof`} isReady={isReady} onSubmit={submit} onBack={onBack}>
      <div className={styles["beside"]} role="group" aria-label={t`Kind of proof`}>
        {proofTypes.map((one) => (
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
        <input
          className={styles["figure"]}
          inputMode="numeric"
          autoComplete="off"
          aria-label={t`Code`}
          maxLength={6}
          value={code}
          onChange={({ currentTarget: { value } }) => give({ code: value })}
        />
      )}
      {type === "code" && canMailCode && <MailCode deliveryId={deliveryId} />}
    </PhoneForm>
  );
}

function PhotoField({ photo, onTake }: { photo: string | null; onTake: (picture: string) => void }) {
  const { t } = useLingui();
  const [isUnreadable, setUnreadable] = useState(false);
  const take = async (file: Blob) => {
    try {
      onTake(await busyUntil(asJpeg(file).then(asText)));
      setUnreadable(false);
    } catch {
      setUnreadable(true); // a file that is no picture: it is said below
    }
  };
  return (
    <>
      {photo !== null && <img className={styles["photo"]} src={photo} alt={t`The photo that was taken`} />}
      <input
        className={styles["field"]}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t`Photo`}
        onChange={({ currentTarget: { files } }) => files?.[0] && void take(files[0])}
      />
      <p role="status">{isUnreadable && <Trans>This file is no picture that can be read. Take another one.</Trans>}</p>
    </>
  );
}
