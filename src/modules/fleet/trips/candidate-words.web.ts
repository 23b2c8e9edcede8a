import { useLingui } from "@lingui/react/macro";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Candidate } from "../availability/availability.contract.ts";

/** Says of one that a trip could have what it is, where it is, and whether it can be had: `about(candidate)`. */
export function useCandidateWords(): (one: Candidate) => string {
  const { t } = useLingui();
  const fmt = useFormat();
  const state = ({ isFree, isReady, isGone, takenBy }: Candidate): string => {
    if (isGone) return t`no longer there`;
    const takers = takenBy.flatMap(({ tripNumber, until }) => {
      const end = fmt.instant(until);
      return tripNumber === null ? [] : [t`on ${tripNumber} until ${end}`];
    });
    if (!isFree) return takers.length > 0 ? takers.join(", ") : t`not available`;
    return isReady ? t`free` : t`free, but may not leave today`;
  };
  return (one) => [one.about, one.place, state(one)].filter(Boolean).join(" · ");
}
