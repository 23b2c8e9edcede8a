import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { z } from "zod";
import { compare, subtract } from "#shared/format/money.ts";
import { reason } from "#shared/fields/fields.ts";
import { decimalTyped } from "#web/form/fields/decimal.ts";
import { FormScope, useFormScope } from "#web/form/scope.ts";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Note } from "#web/ui/note.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { useUnits } from "#web/ui/values/use-units.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { FleetDelivery } from "./deliveries.contract.ts";
import { takesReason } from "./deliveries.flow.ts";

interface LineGroupProps {
  line: FleetDelivery["lines"][number];
  /** Which of the form's lines it is. */
  index: number;
  schema: z.ZodObject;
  /** The field of the schema that says how much came. */
  quantity: "deliveredQuantity" | "loadedQuantity";
  /** The field of how much came. */
  came: ReactNode;
  /** What else is asked of a line that came otherwise than planned; its reason has to be given then. */
  otherwise: ReactNode;
}

/** How much of one line of a delivery came, beside what was planned of it and what is missing; and why, where it differs. */
export function LineGroup({ line, index, schema, quantity, came, otherwise }: LineGroupProps) {
  const units = useUnits();
  const scope = useFormScope();
  const prefix = `lines.${index}.`;
  const typed = useTyped(prefix + quantity);
  const damaged = useTyped(`${prefix}damagedQuantity`) ?? "0";
  const isOther = typed === null || takesReason(line.plannedQuantity, typed, damaged);
  const said = (qty: string) => units.count(qty, { uom: line.unit, qtyPerUom: "1" });
  const [planned, loaded] = [said(line.plannedQuantity), said(line.loadedQuantity ?? "0")];
  const isLoadedOtherwise = line.loadedQuantity !== null && takesReason(line.plannedQuantity, line.loadedQuantity);
  return (
    <Stack as="section" gap={6} role="group" aria-label={line.description}>
      <Text weight={550}>
        {line.description}{" "}
        <Text tone="dim">
          <Trans>{planned} planned</Trans>
          {quantity === "deliveredQuantity" && isLoadedOtherwise && (
            <>
              , <Trans>{loaded} loaded</Trans>
            </>
          )}
        </Text>
      </Text>
      <FormScope value={{ ...scope, schema: isOther ? schema.extend({ reason }) : schema, prefix }}>
        <Row gap={10} align="end">
          {came}
          <span role="status">{typed !== null && <Difference planned={line.plannedQuantity} came={typed} />}</span>
        </Row>
        {isOther && otherwise}
      </FormScope>
    </Stack>
  );
}

/** A quantity that is being typed; null as long as it is none. */
function useTyped(path: string): string | null {
  const fmt = useFormat();
  const { form } = useFormScope();
  const text = decimalTyped(String(form.useWatchValue(path) ?? ""), fmt.locale);
  return /^\d+(\.\d+)?$/.test(text) ? text : null;
}

/** How much less or more came than was planned: "2 short", "+2"; nothing where all of it did. */
function Difference({ planned, came }: { planned: string; came: string }) {
  const fmt = useFormat();
  const by = subtract(came, planned);
  const sign = compare(by, "0");
  if (sign === 0) return null;
  const count = fmt.quantity(by.replace("-", ""));
  return (
    <Chip icon="warn" look="bare">
      {sign < 0 ? <Trans>{count} short</Trans> : `+${count}`}
    </Chip>
  );
}

/** What was refused of the lines together. */
export function LinesRefused() {
  const { form } = useFormScope();
  const said: ReactNode = form.errors["lines"];
  return said ? <Note icon="bad">{said}</Note> : null;
}
