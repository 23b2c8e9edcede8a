import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { z } from "zod";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { FormScope, useFormScope } from "#web/form/scope.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { trips, type Trip } from "../trips.contract.ts";

const Field = fieldsOf(trips.changeAsset.body);

/** Which of what goes along on a trip stays behind, in the form around. */
export function StaysBehind({ trip }: { trip: Trip }) {
  const scope = useFormScope();
  const along = trip.attached.filter(({ detachedAt, reason }) => detachedAt === null && reason === null);
  const [first, ...rest] = along.map(({ assetId }) => assetId);
  if (first === undefined)
    return (
      <Text as="p" tone="dim">
        <Trans>Nothing goes along on this trip.</Trans>
      </Text>
    );
  const names = Object.fromEntries(
    along.map(({ assetId, assetNo, typeName }) => [
      assetId,
      { icon: "open" as const, label: { id: `${assetNo}, ${typeName}` } },
    ]),
  );
  return (
    <FormScope value={{ ...scope, schema: z.object({ assetId: z.enum([first, ...rest]) }) }}>
      <Field.Select name="assetId" label={msg`Stays behind`} statusStyles={names} />
    </FormScope>
  );
}
