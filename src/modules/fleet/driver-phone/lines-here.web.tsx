import { Trans, useLingui } from "@lingui/react/macro";
import { inGroup } from "#shared/flow/groups.ts";
import { compare } from "#shared/format/money.ts";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { fleetDeliveryFlow } from "../deliveries/deliveries.flow.ts";
import type { OwnDelivery } from "./driver-actions/driver-actions.contract.ts";
import { isNotOnBoard, isOther, onBoard } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

type OwnLine = OwnDelivery["lines"][number];

/** What is on board, and what is not and why; once it was handed over, how much of what was planned. */
export function LinesHere({ delivery }: { delivery: OwnDelivery }) {
  const isHandedOver = inGroup(fleetDeliveryFlow, "handedOver", delivery.status);
  return (
    <>
      {isNotOnBoard(delivery) && (
        <p>
          <b>
            <Trans>Nothing of it was loaded</Trans>
          </b>
        </p>
      )}
      <ul className={styles["rows"]}>
        {delivery.lines.map((line) => (
          <li key={line.id}>{isHandedOver ? <HandedOver line={line} /> : <OnBoard line={line} />}</li>
        ))}
      </ul>
    </>
  );
}

function OnBoard({ line }: { line: OwnLine }) {
  const { said } = useQuantity(line);
  return (
    <>
      <span className={styles["between"]}>
        <span>{line.description}</span>
        <b>{said(onBoard(line))}</b>
      </span>
      {isOther(line) && (
        <span className={styles["small"]}>
          <Trans>of {said(line.plannedQuantity)}</Trans> {line.loadReason}
        </span>
      )}
    </>
  );
}

/** "3 of 4 pallets", and why. */
function HandedOver({ line }: { line: OwnLine }) {
  const { said, figure } = useQuantity(line);
  const { description, plannedQuantity, deliveredQuantity, deliveredReason } = line;
  const came = deliveredQuantity ?? onBoard(line);
  const isAll = compare(came, plannedQuantity) === 0;
  return (
    <>
      <span className={styles["between"]}>
        <span>{description}</span>
        <b className={isAll ? undefined : styles["differs"]}>
          {isAll ? (
            said(plannedQuantity)
          ) : (
            <Trans>
              {figure(came)} of {said(plannedQuantity)}
            </Trans>
          )}
        </b>
      </span>
      {deliveredReason && <span className={styles["small"]}>{deliveredReason}</span>}
    </>
  );
}

/** How many lines are named in a sentence. */
const namedLines = 3;

/** Lines in a sentence: "12 bags Flour, 2.5 kg Yeast", and how many more there are. */
export function useLinesInWords() {
  const { t } = useLingui();
  const units = useUnits();
  return (lines: readonly Pick<OwnLine & { quantity: string }, "description" | "unit" | "quantity">[]): string => {
    const named = lines.map(
      ({ description, unit, quantity }) => `${units.count(quantity, { uom: unit, qtyPerUom: "1" })} ${description}`,
    );
    const more = named.length - namedLines;
    return more > 1 ? t`${named.slice(0, namedLines).join(", ")} and ${more} more` : named.join(", ");
  };
}

/** What is handed over, for whoever signs for it. */
export function SignedFor({ delivery: { lines } }: { delivery: OwnDelivery }) {
  const inWords = useLinesInWords();
  const came = lines.map((line) => ({ ...line, quantity: line.deliveredQuantity ?? onBoard(line) }));
  const goods = inWords(came.filter(({ quantity }) => compare(quantity, "0") > 0));
  return (
    <p>
      <span className={styles["small"]}>
        <Trans>Handed over</Trans>
      </span>
      <br />
      <b>{goods}</b>
    </p>
  );
}

function useQuantity({ unit }: OwnLine) {
  const units = useUnits();
  const fmt = useFormat();
  const said = (qty: string) => units.count(qty, { uom: unit, qtyPerUom: "1" });
  return { said, figure: (qty: string) => fmt.quantity(qty) };
}

/** What was kept as a proof of this delivery. */
export function ProofsHere({ delivery: { proofs = [] } }: { delivery: OwnDelivery }) {
  const { t } = useLingui();
  if (proofs.length === 0) return null;
  const words = ({ type, signerName }: (typeof proofs)[number]) => {
    const kept = {
      signature: t`Signature kept`,
      photo: t`Photo kept`,
      code: t`Code kept`,
      barcode: t`Barcode kept`,
      note: t`Note kept`,
    }[type];
    return type === "signature" && signerName ? t`Signed by ${signerName}` : kept;
  };
  return (
    <ul className={styles["proofs"]} aria-label={t`Proofs`}>
      {proofs.map((proof, at) => (
        <li key={at}>
          <Glyph icon="done" size={18} /> {words(proof)}
        </li>
      ))}
    </ul>
  );
}
