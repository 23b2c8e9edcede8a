import { useLingui } from "@lingui/react";
import { createContext, use } from "react";
import { countedUnitText, countText, unitText, type OwnUnitNames } from "#shared/format/unit-names.ts";
import { spokenQuantity, type Unit } from "#shared/format/units.ts";
import { useSession } from "#web/api/session.tsx";
import { useFormat } from "./use-format.ts";

/** A company's own words for units on a page without a session: `<UnitNames value={page.unitNames}>`. */
export const UnitNames = createContext<OwnUnitNames | null>(null);

/** Units in the reader's words: `const units = useUnits(); units.name({ uom: "XCT", qtyPerUom: "12" })` is "carton of 12". */
export function useUnits() {
  const { i18n } = useLingui();
  const { user } = useSession();
  const { quantity } = useFormat();
  const own = use(UnitNames) ?? user?.unitNames ?? [];
  const speech = { language: i18n.locale, own, quantity };
  return {
    own,
    /** One of it; `baseUom` is what a pack holds. */
    name: (unit: Unit, baseUom?: string) => unitText(unit, speech, baseUom),
    /** The unit beside a number of them that stands in a field. */
    counted: (qty: string, unit: Unit, baseUom?: string) => countedUnitText(qty, unit, speech, baseUom),
    /** So many of it. */
    count: (qty: string, unit: Unit, baseUom?: string) => countText(qty, unit, speech, baseUom),
    /** So many of it, or so many base units where that is a part of it: "10 pieces", not "0.833333 cartons of 12". */
    said(qty: string, unit: Unit, baseUom: string) {
      const spoken = spokenQuantity(qty, unit, baseUom);
      return countText(spoken.qty, spoken.unit, speech, baseUom);
    },
  };
}
