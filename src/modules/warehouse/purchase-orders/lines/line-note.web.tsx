import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { packNow } from "#shared/format/units.ts";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { decimalTyped } from "#web/form/fields/decimal.ts";
import { isRounded, isUnitOpen, type DraftLine } from "./order-draft.web.ts";
import type { OrderableProduct } from "../purchase-orders.contract.ts";
import styles from "./order-grid.module.css";

interface LineNoteProps {
  line: DraftLine;
  at: number;
  currency: string;
  onUndo: () => void;
  /** The product that a code was perhaps meant for. */
  onNearest: (product: OrderableProduct) => void;
}

/** Under a line, what its unit does to its price: what it was before and is now, what was rounded, what nobody has confirmed. */
export function LineNote({ line, at, currency, onUndo, onNearest }: LineNoteProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const per = (price: { unitPrice: string; uom: string; qtyPerUom: string }) =>
    t`${fmt.price(price.unitPrice, currency || "EUR")} per ${units.name(price, line.baseUom)}`;
  const typed = (price: Pick<DraftLine, "unitPrice" | "uom" | "qtyPerUom">) => {
    const unitPrice = decimalTyped(price.unitPrice, fmt.locale);
    return per({ ...price, unitPrice: /^\d+(\.\d+)?$/.test(unitPrice) ? unitPrice : "0" });
  };
  const pack = line.productId === null ? null : packNow(line, line.packages, line.baseUom);
  const unit = units.name(line, line.baseUom);
  const nearest = line.unknown?.nearest;
  const facts = [
    line.unknown !== null && (
      <Fact key="unknown" icon="bad">
        <Trans>No product has the code “{line.unknown.code}”.</Trans>
        {nearest && (
          <Button variant="subtle" size="compact-xs" onClick={() => onNearest(nearest)}>
            <Trans>
              Take {nearest.sku}, {nearest.name}
            </Trans>
          </Button>
        )}
      </Fact>
    ),
    line.before !== null && (
      <Fact key="changed" icon="live">
        <Trans>
          was {typed(line.before)}, now {typed(line)}
        </Trans>
        <Button variant="subtle" size="compact-xs" onClick={onUndo} aria-label={t`Undo on line ${at + 1}`}>
          <Trans>Undo</Trans>
        </Button>
      </Fact>
    ),
    isRounded(line) && (
      <Fact key="rounded" icon="warn">
        <Trans>rounded from {per(line.stated ?? line)}</Trans>
      </Fact>
    ),
    line.strangeUnit !== "" && (
      <Fact key="strange" icon="warn">
        <Trans>
          “{line.strangeUnit}” is no unit of this product. The price is taken per {unit}.
        </Trans>
      </Fact>
    ),
    line.isUnitAssumed && line.strangeUnit === "" && (
      <Fact key="assumed" icon="warn">
        <Trans>The price came without a unit. It is taken per {unit}.</Trans>
      </Fact>
    ),
    isUnitOpen(line, fmt.locale) && (
      <Fact key="open" icon="warn">
        <Trans>unit not confirmed: nobody has said yet that the vendor’s price is for this unit</Trans>
      </Fact>
    ),
    pack !== null && (
      <Fact key="pack" icon="warn">
        {pack.now === null ? (
          <Trans>The product has no {unit} now.</Trans>
        ) : (
          <Trans>
            This line is for a {unit}; the product has a{" "}
            {units.name({ uom: line.uom, qtyPerUom: pack.now }, line.baseUom)} now.
          </Trans>
        )}
      </Fact>
    ),
  ].filter((fact) => fact !== false);
  if (facts.length === 0) return null;
  return (
    <tr className={styles.note} data-note-of={line.key}>
      <td colSpan={10}>
        <div className={styles.facts} role="status" aria-label={t`Note on line ${at + 1}`}>
          {facts}
        </div>
      </td>
    </tr>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <span className={styles.fact}>
      <Glyph icon={icon} size={13} />
      {children}
    </span>
  );
}
