import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Bar } from "#web/ui/marks.tsx";
import { Note } from "#web/ui/note.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { tripLabels } from "../trip-form.web.tsx";
import { CheckWords } from "../trip-words.web.tsx";
import { tripInput } from "../trips.contract.ts";
import { tripPlanner, type TripPreview } from "./planner.contract.ts";
import { PlanDialog } from "./plan-dialog.web.tsx";
import type { Plan } from "./plan.web.ts";
import type { PlanEdit } from "./use-plan.web.ts";

const kinds = [
  { of: "kilograms", label: msg`Weight`, unit: "kg" },
  { of: "cubicMetres", label: msg`Volume`, unit: "m³" },
  { of: "pallets", label: msg`Pallets`, unit: "" },
  { of: "combinationKilograms", label: msg`All together`, unit: "kg" },
] as const;

const said = tripInput.pick({
  loadKg: true,
  loadM3: true,
  loadPallets: true,
  hasDangerousGoods: true,
  notes: true,
});
const Field = fieldsOf(said);

interface PlanLoadProps {
  plan: Plan;
  preview: PlanEdit["preview"];
  onChange: (plan: Plan) => void;
}

/** How much of the vehicle the trip fills, by the server's account. */
export function PlanLoad({ plan, preview: { data }, onChange }: PlanLoadProps) {
  const words = useWords();
  const [isAsked, setAsked] = useState(false);
  const shown = kinds.filter(({ of }) => of !== "combinationKilograms" || data?.load[of].has != null);
  return (
    <Stack as="section" gap={8}>
      <Row justify="space-between">
        <h2>
          <Trans>Load</Trans>
        </h2>
        <Button variant="subtle" size="compact-sm" onClick={() => setAsked(true)}>
          <Trans>Load and notes</Trans>
        </Button>
      </Row>
      {shown.map(({ of, label, unit }) => (
        <Share key={of} name={words(label)} unit={unit} share={data?.load[of]} />
      ))}
      {isAsked && (
        <PlanDialog
          title={<Trans>Load and notes</Trans>}
          schema={said}
          draft={[tripPlanner.create.path, `load ${plan.of?.id ?? "new"}`]}
          record={plan}
          fields={
            <>
              <FieldGroup title={<Trans>What is on it at most</Trans>}>
                <Field.Decimal name="loadKg" label={msg`Weight`} unit="kg" />
                <Field.Decimal name="loadM3" label={msg`Volume`} unit="m³" />
                <Field.Number name="loadPallets" label={msg`Pallets`} />
                <Field.Switch name="hasDangerousGoods" label={tripLabels.hasDangerousGoods} />
              </FieldGroup>
              <Field.Textarea name="notes" />
            </>
          }
          onTake={(input) => onChange({ ...plan, ...input })}
          onClose={() => setAsked(false)}
        />
      )}
    </Stack>
  );
}

interface ShareProps {
  name: string;
  unit: string;
  share: TripPreview["load"]["kilograms"] | undefined;
}

const unknown = { has: null, isAtLeast: false, may: null };

/** One kind of load as a bar, and the same in words. */
function Share({ name, unit, share: { has, isAtLeast, may } = unknown }: ShareProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const figure = (n: number) => [fmt.quantity(n), unit].filter(Boolean).join(" ");
  const known = has === null ? t`not known` : figure(has);
  const [loaded, allowed] = [
    has !== null && isAtLeast ? t`at least ${known}` : known,
    may === null ? null : figure(may),
  ];
  const text = allowed === null ? loaded : has === null ? t`not known, at most ${allowed}` : t`${loaded} of ${allowed}`;
  const isOver = has !== null && may !== null && has > may;
  const part = has === null || may === null ? 0 : may === 0 ? Number(has > 0) : has / may;
  return (
    <div>
      <Row justify="space-between" gap={6}>
        <Text size="small">{name}</Text>
        <Text size="small" shape="figures" {...(isOver ? { tone: "bad" } : {})}>
          {text}
        </Text>
      </Row>
      <Bar width="100%" label={`${name}: ${text}`} parts={[{ part, kind: isOver ? "damaged" : "spent" }]} />
    </div>
  );
}

/** What would keep the trip from being dispatched, by the server's account. */
export function PlanChecks({ plan, preview: { data, isCurrent, problem } }: Pick<PlanLoadProps, "plan" | "preview">) {
  const checks = data?.checks ?? [];
  const isChosen = plan.vehicleId !== null && plan.driverId !== null;
  return (
    <Stack as="section" gap={8} aria-busy={!isCurrent}>
      <h2>
        <Trans>May it leave?</Trans>
      </h2>
      {checks.length > 0 ? (
        <Note icon="bad">
          <b>
            <Plural
              value={checks.length}
              one="# thing would keep it from leaving"
              other="# things would keep it from leaving"
            />
          </b>
          <Stack as="ul" gap={2}>
            {checks.map((check, at) => (
              <li key={at}>
                <CheckWords check={check} />
              </li>
            ))}
          </Stack>
        </Note>
      ) : isChosen && data ? (
        <Note icon="done" tone="n">
          <Trans>As things stand nothing keeps it from leaving.</Trans>
        </Note>
      ) : (
        <Text tone="dim" size="small">
          {!isChosen ? (
            <Trans>Choose a vehicle and a driver to see what would keep it from leaving.</Trans>
          ) : problem ? (
            <Trans>Not known as long as something of the plan is refused.</Trans>
          ) : (
            <Trans>Loading</Trans>
          )}
        </Text>
      )}
    </Stack>
  );
}
