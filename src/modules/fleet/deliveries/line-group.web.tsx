import type { ReactNode } from "react";
import type { z } from "zod";
import { FormScope, useFormScope } from "#web/form/scope.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useUnits } from "#web/ui/values/use-units.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { FleetDelivery } from "./deliveries.contract.ts";

interface LineGroupProps {
  line: FleetDelivery["lines"][number];
  /** Which of the form's lines it is. */
  index: number;
  schema: z.ZodObject;
  children: ReactNode;
}

/** What is asked of one line of a delivery, below what was planned of it. */
export function LineGroup({ line, index, schema, children }: LineGroupProps) {
  const fmt = useFormat();
  const units = useUnits();
  const scope = useFormScope();
  return (
    <Stack as="section" gap={6} role="group" aria-label={line.description}>
      <Text weight={550}>
        {line.description}{" "}
        <Text tone="dim">
          {fmt.quantity(line.plannedQuantity)} {units.counted(line.plannedQuantity, { uom: line.unit, qtyPerUom: "1" })}
        </Text>
      </Text>
      <FormScope value={{ ...scope, schema, prefix: `lines.${index}.` }}>{children}</FormScope>
    </Stack>
  );
}
