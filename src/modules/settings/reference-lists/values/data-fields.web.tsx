import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { listData } from "../reference-lists.contract.ts";

const Unit = fieldsOf(listData.quantity_types);
const Health = fieldsOf(listData.vehicle_health);

/** What a value says beside its label, in the lists whose values say more. */
export function DataFields({ list }: { list: string }) {
  if (list === "vehicle_health")
    return (
      <Health.Select
        name="level"
        label={msg`Means`}
        help={<Trans>A vehicle whose health is critical does not leave the yard.</Trans>}
      />
    );
  if (list !== "quantity_types") return null;
  return (
    <>
      <Unit.Select name="dimension" label={msg`Measures`} help={<Trans>Empty: what the code says.</Trans>} />
      <Unit.Text name="symbol" label={msg`Symbol`} />
      <Unit.Decimal
        name="toBaseFactor"
        label={msg`One is so many base units`}
        help={
          <Trans>Of kg, m³, m, m², kWh, hours or pieces: 0.001 for a gram. Empty where it cannot be converted.</Trans>
        }
      />
      <Unit.Number name="decimals" label={msg`Decimals`} />
    </>
  );
}
