import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { z } from "zod";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useUnits } from "#web/ui/values/use-units.ts";
import { RecordNumber } from "#web/ui/values/values.tsx";
import { deliverySchedules, type DeliverySchedule } from "../../delivery-schedules/delivery-schedules.contract.ts";

const body = deliverySchedules.complete.body.omit({ note: true });
const Field = fieldsOf(body);

/** The lines that were to come and that no receipt of this delivery counts; what is held or closed is not missing. */
export const uncountedLines = ({ lines }: DeliverySchedule): DeliverySchedule["lines"] =>
  lines.filter((line) => !line.isCounted && !line.isHeld && !line.isClosed);

/**
 * The step that completes a delivery, and what it asks: lines without a count are named, with why nothing came of them; the
 * reason also where the delivery names no line that could be counted.
 */
export function useCompleting(delivery: DeliverySchedule) {
  const { t } = useLingui();
  const missing = uncountedLines(delivery);
  const isAsked = missing.length > 0 || delivery.lines.length === 0;
  const isNamed = missing.length > 0;
  const sentence = isNamed ? t`Say why nothing came of them.` : t`Say why nothing came.`;
  const nothingReceivedReason = z
    .string()
    .trim()
    .max(500)
    .refine((text) => text.length >= 3, sentence);
  return {
    route: {
      ...deliverySchedules.complete,
      body: isAsked ? body.extend({ nothingReceivedReason }) : body.omit({ nothingReceivedReason: true }),
    },
    fields: (
      <>
        {isNamed && <NotCome lines={missing} />}
        {isAsked && (
          <Field.Textarea
            name="nothingReceivedReason"
            label={isNamed ? msg`Why nothing came of them` : msg`Why nothing came`}
            autoFocus
          />
        )}
      </>
    ),
  };
}

/** Each line with its order, its product and what was planned of it. */
function NotCome({ lines }: { lines: DeliverySchedule["lines"] }) {
  const { t } = useLingui();
  const units = useUnits();
  return (
    <Stack gap={6}>
      <Text as="h3" size="small" weight={600}>
        <Trans>Did not come</Trans>
      </Text>
      <Stack as="ul" gap={6} aria-label={t`Did not come`}>
        {lines.map((line) => (
          <li key={line.id}>
            <Text shape="block" weight={500}>
              {line.description}
            </Text>
            <Text shape="block" tone="dim" size="small">
              <RecordNumber>{`${line.purchaseOrderNumber} / ${line.lineNo}`}</RecordNumber>,{" "}
              {units.count(line.plannedQty, line, line.baseUom)}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
