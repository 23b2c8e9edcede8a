import { msg } from "@lingui/core/macro";
import { z } from "zod";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { FormScope, useFormScope } from "#web/form/scope.ts";
import { trips, type Trip } from "../trips.contract.ts";

const Field = fieldsOf(trips.changeAsset.body);

/** Which of what goes along on a trip stays behind, in the form around. */
export function StaysBehind({ trip }: { trip: Trip }) {
  const scope = useFormScope();
  const along = trip.attached.filter(({ detachedAt }) => detachedAt === null);
  const names = Object.fromEntries(
    along.map(({ assetId, assetNo, typeName }) => [
      assetId,
      { icon: "open" as const, label: { id: `${assetNo}, ${typeName}` } },
    ]),
  );
  return (
    <FormScope value={{ ...scope, schema: z.object({ assetId: z.enum(along.map(({ assetId }) => assetId)) }) }}>
      <Field.Select name="assetId" label={msg`Stays behind`} statusStyles={names} />
    </FormScope>
  );
}
