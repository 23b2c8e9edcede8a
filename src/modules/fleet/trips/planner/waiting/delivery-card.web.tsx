import { Trans, useLingui } from "@lingui/react/macro";
import type { ComponentProps, ReactNode } from "react";
import { recordHref } from "#web/list/data/address.ts";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { ListedDelivery } from "../plan.web.ts";
import type { WhyNot } from "./fits.web.ts";
import styles from "../planner.module.css";

interface DeliveryCardProps {
  delivery: ListedDelivery;
  isChosen: boolean;
  /** Why the trip is nothing for it. */
  whyNot: WhyNot | null;
  /** Selects it, or no longer. */
  onTurn?: () => void;
  pointer?: Partial<ComponentProps<"li">>;
  /** What can be done with it. */
  children: ReactNode;
}

/** A delivery with what decides on which trip it goes: until when, to whom, and how heavy it is. */
export function DeliveryCard({ delivery, isChosen, whyNot, onTurn, pointer, children }: DeliveryCardProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { deliveryNumber, consigneeName, locationName, address, windowStart, windowEnd, attemptNo } = delivery;
  return (
    <li
      className={styles["card"]}
      data-delivery={deliveryNumber}
      data-chosen={isChosen || undefined}
      data-movable={pointer ? true : undefined}
      {...pointer}
    >
      <Row gap={8} isTight>
        {onTurn && (
          <input
            type="checkbox"
            className={styles["box"]}
            aria-label={t`Select ${deliveryNumber}`}
            checked={isChosen}
            onChange={onTurn}
          />
        )}
        <a href={recordHref("/fleet/deliveries/details", delivery.id)} draggable={false}>
          {deliveryNumber}
        </a>
        <Text size="small" shape="figures">
          {fmt.instant(windowStart)} – {fmt.time(windowEnd)}
        </Text>
      </Row>
      <Row gap={8} justify="space-between" align="start" isTight>
        <span>
          <b>{consigneeName}</b>
          <Text tone="dim" size="small" shape="block">
            {locationName ?? address}
          </Text>
        </span>
        {children}
      </Row>
      <Row as="span" gap={8}>
        <Text size="small" shape="figures">
          <Goods of={delivery} />
        </Text>
        {whyNot && <Why of={whyNot} />}
        {delivery.isLate && whyNot?.code !== "window_over" && (
          <Chip icon="warn" look="bare">
            <Trans>window is over</Trans>
          </Chip>
        )}
        {delivery.hasDangerousGoods && (
          <Chip icon="warn" look="bare">
            <Trans>dangerous goods</Trans>
          </Chip>
        )}
        {attemptNo > 1 && (
          <Text tone="dim" size="small">
            <Trans>attempt {attemptNo}</Trans>
          </Text>
        )}
      </Row>
      {delivery.failureReason !== null && <Text size="small">{delivery.failureReason}</Text>}
    </li>
  );
}

/** Why it does not fit the trip. */
function Why({ of }: { of: WhyNot }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const by = "by" in of ? fmt.quantity(of.by) : "";
  const words = {
    window_over: t`its window is over before the trip`,
    window_later: t`its window begins after the trip`,
    another_day: t`on another day`,
    too_heavy: t`${by} kg too heavy`,
    too_many_pallets: t`${by} pallets too many`,
  };
  return (
    <Chip icon="warn" look="bare">
      {words[of.code]}
    </Chip>
  );
}

/** What it weighs, as far as its lines say, and its pallets. */
function Goods({ of: { weightKg, isWeightKnown, palletCount, lineCount } }: { of: ListedDelivery }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const kilograms = weightKg === null ? "" : fmt.quantity(weightKg);
  const weight =
    weightKg === null ? t`weight not known` : isWeightKnown ? t`${kilograms} kg` : t`${kilograms} kg and more`;
  const pallets = palletCount === null ? null : t`${palletCount} pal.`;
  return [weight, pallets ?? t`lines: ${lineCount}`].join(", ");
}
