import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { unitKey, type Unit } from "#shared/format/units.ts";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Note } from "#web/ui/note.tsx";
import { SideDrawer } from "#web/ui/overlays/side-drawer.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { Code } from "#web/ui/values/values.tsx";
import { asProblem } from "#web/api/problem.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { ScreenBody, ScreenFoot } from "#web/ui/layout/screen.tsx";
import { ItemList } from "#web/ui/layout/layout.tsx";
import type { OpenUnit } from "./offers.contract.ts";
import { products } from "../products.contract.ts";

interface ConfirmUnitsProps {
  offers: readonly OpenUnit[];
  /** Of all that are open; more than are shown at once. */
  total: number;
  onClose: () => void;
}

const keyOf = ({ productId, vendorId }: OpenUnit): string => `${productId} ${vendorId}`;
const ownUnit = ({ priceUom, priceQtyPerUom }: OpenUnit): Unit => ({ uom: priceUom, qtyPerUom: priceQtyPerUom });

/**
 * The prices whose unit nobody has confirmed, each with what it is taken for: ticked ones are confirmed together, wrong
 * ones put right first.
 */
export function ConfirmUnits({ offers, total, onClose }: ConfirmUnitsProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const units = useUnits();
  const client = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [meant, setMeant] = useState<Readonly<Record<string, Unit>>>({});
  const chosen = offers.filter((offer) => !left.has(keyOf(offer)));
  const corrected = chosen.filter((offer) => meant[keyOf(offer)] !== undefined).length;
  const confirm = useMutation({
    mutationFn: () =>
      call(products.confirmUnits, {
        body: {
          offers: chosen.map((offer) => ({
            productId: offer.productId,
            vendorId: offer.vendorId,
            unitPrice: offer.unitPrice,
            priceUom: offer.priceUom,
            priceQtyPerUom: offer.priceQtyPerUom,
            meant: meant[keyOf(offer)] ?? null,
          })),
        },
        idempotencyKey: newKey(),
      }),
    onSuccess: ({ confirmed, corrected: put }) => {
      void client.invalidateQueries({ queryKey: [products.list.path] });
      toastDone(t`${fmt.quantity(confirmed)} confirmed, ${fmt.quantity(put)} corrected`);
      onClose();
    },
  });
  const price = (offer: OpenUnit, unit: Unit) =>
    t`${fmt.price(offer.unitPrice, offer.currency)} per ${units.name(unit, offer.baseUom)}`;
  const choose = (offer: OpenUnit, key: string) => {
    const { [keyOf(offer)]: _, ...rest } = meant;
    const other = offer.others.find((unit) => unitKey(unit) === key);
    setMeant(other ? { ...rest, [keyOf(offer)]: other } : rest);
  };
  const tick = (offer: OpenUnit, isOn: boolean) => {
    const next = new Set(left);
    if (isOn) next.delete(keyOf(offer));
    else next.add(keyOf(offer));
    setLeft(next);
  };
  return (
    <SideDrawer title={<Trans>What are these prices for?</Trans>} isOpen onClose={onClose}>
      <ScreenBody>
        <Text as="p" tone="dim">
          <Trans>
            Each price is kept for the unit that orders computed with. Say that it is meant so, or choose what it is
            for: that makes it another price, which orders to come take. Orders that are written stay as they are.
          </Trans>
        </Text>
        {total > offers.length && (
          <Text as="p" tone="dim">
            <Trans>
              The first {fmt.quantity(offers.length)} of {fmt.quantity(total)}; the others come after these.
            </Trans>
          </Text>
        )}
        <ItemList isStacked>
          {offers.map((offer) => {
            const other = meant[keyOf(offer)];
            return (
              <li key={keyOf(offer)}>
                <Checkbox
                  checked={!left.has(keyOf(offer))}
                  onChange={(event) => tick(offer, event.currentTarget.checked)}
                  label={offer.productName}
                  description={
                    <>
                      <Code>{offer.sku}</Code> {offer.vendorName}
                    </>
                  }
                />
                <SelectInput
                  aria-label={t`What the price of ${offer.productName} from ${offer.vendorName} is for`}
                  value={unitKey(other ?? ownUnit(offer))}
                  data={[ownUnit(offer), ...offer.others].map((unit) => ({
                    value: unitKey(unit),
                    label: price(offer, unit),
                  }))}
                  onChange={(key) => key && choose(offer, key)}
                />
                {other && (
                  <Text tone="soft" role="status">
                    <Trans>
                      was {price(offer, ownUnit(offer))}, becomes {price(offer, other)}
                    </Trans>
                  </Text>
                )}
              </li>
            );
          })}
        </ItemList>
        {confirm.error && <Note icon="warn">{asProblem(confirm.error).message}</Note>}
      </ScreenBody>
      <ScreenFoot>
        <Text tone="dim">
          <Trans>
            {fmt.quantity(chosen.length - corrected)} as they are, {fmt.quantity(corrected)} corrected
          </Trans>
        </Text>
        <Button disabled={chosen.length === 0} loading={confirm.isPending} onClick={() => confirm.mutate()}>
          <Trans>Confirm {fmt.quantity(chosen.length)}</Trans>
        </Button>
      </ScreenFoot>
    </SideDrawer>
  );
}
