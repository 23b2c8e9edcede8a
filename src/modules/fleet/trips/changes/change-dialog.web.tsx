import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { z } from "zod";
import { StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import type { TripCheck } from "../guards/trip-check.contract.ts";
import { CheckList, checksOf } from "../trip-words.web.tsx";
import { trips, type Trip } from "../trips.contract.ts";
import { AssetFields, DriverFields, VehicleFields } from "./change-fields.web.tsx";
import { changes, type ChangeName } from "./change-words.web.tsx";

interface ChangeDialogProps {
  trip: Trip;
  name: ChangeName;
  onClose: () => void;
}

/**
 * Asks with what a trip goes on. What keeps that from leaving stands in the dialog after it was refused; whoever may let it go
 * anyway does so with the next press, and answers for what they have read there.
 */
export function ChangeDialog({ trip, name, onClose }: ChangeDialogProps) {
  const words = useWords();
  const isDone = useWhatChanged(trip);
  const step = useStep(trips, { quiet: true });
  const [refusal, setRefusal] = useState<readonly TripCheck[]>([]);
  const { anyway, verb, anywayVerb, consequence } = changes[name];
  const mayOverride = trip.steps.includes(anyway) && refusal.every(({ isFinal }) => !isFinal);
  const overrides = mayOverride && (refusal.length > 0 || !trip.steps.includes(name));
  const send = async (input: Record<string, unknown>) => {
    const answersFor = refusal.map(({ key }) => key);
    try {
      const after = await step.mutateAsync(
        overrides
          ? { route: trips[anyway], record: trip, input: { ...input, answersFor } }
          : { route: trips[name], record: trip, input },
      );
      toastDone(isDone(name, input, after as unknown as Trip)); // the steps of a trip reply with it
    } catch (error) {
      const found = checksOf(error);
      // What is answered for already is not refused again; it stays in what is read.
      setRefusal((before) => (found.length === 0 ? before : [...before.filter(isNot(found)), ...found]));
      throw error;
    }
  };
  const choose = () => setRefusal([]); // another one is judged anew
  return (
    <StepDialog
      title={words(verb)}
      verb={words(overrides && refusal.length > 0 ? anywayVerb : verb)}
      schema={schemaOf(name, trip)}
      draft={[trips[name].path, trip.id]}
      isBusy={step.isPending}
      fields={
        {
          changeVehicle: <VehicleFields trip={trip} onChoose={choose} />,
          changeDriver: <DriverFields trip={trip} onChoose={choose} />,
          changeAsset: <AssetFields trip={trip} onChoose={choose} />,
        }[name]
      }
      onSubmit={send}
      onClose={onClose}
    >
      <Stack gap={4}>
        <Text tone="dim">{[trip.tripNumber, trip.vehicleName, trip.driverName].filter(Boolean).join(" · ")}</Text>
        {refusal.length === 0 && <span>{consequence}</span>}
        {refusal.length > 0 && (
          <>
            <span>
              {overrides ? (
                <Trans>It goes on though this should keep it. Your reason stands in its history.</Trans>
              ) : (
                <Trans>This keeps it from going on:</Trans>
              )}
            </span>
            <CheckList checks={refusal} />
            {!overrides && trip.actualStart !== null && (
              <Text size="small">
                <Trans>
                  If it has happened already, say when: then it is recorded, and waits for who answers for it.
                </Trans>
              </Text>
            )}
          </>
        )}
      </Stack>
    </StepDialog>
  );
}

const isNot = (found: readonly TripCheck[]) => (one: TripCheck) => !found.some(({ key }) => key === one.key);

/** What a change asks for; of what goes along, the only one is chosen already. */
function schemaOf(name: ChangeName, { attached }: Trip): z.ZodObject | null {
  const input = inputOf(trips[name]);
  if (name !== "changeAsset") return input;
  const along = attached.filter(({ detachedAt }) => detachedAt === null).map(({ assetId }) => assetId);
  const only = along.length === 1 ? (along[0] ?? null) : null;
  return input && input.extend({ assetId: z.enum(along).nullable().default(only) });
}

/** What was changed, by its names. */
function useWhatChanged(before: Trip) {
  const { t } = useLingui();
  return (name: ChangeName, input: Record<string, unknown>, after: Trip): string => {
    const called = (id: unknown) => after.attached.find(({ assetId }) => assetId === id)?.assetNo;
    const was = before.attached.find(({ assetId }) => assetId === input["assetId"])?.assetNo;
    const [vehicle, driver, taken] = [after.vehicleName ?? "", after.driverName ?? "", called(input["withAssetId"])];
    if (name === "changeVehicle") return t`It goes on with ${vehicle}`;
    if (name === "changeDriver") return t`${driver} drives from now on`;
    if (was === undefined) return t`${taken ?? ""} goes along`;
    return taken === undefined ? t`${was} stays behind` : t`${was} stays behind, ${taken} goes along`;
  };
}
