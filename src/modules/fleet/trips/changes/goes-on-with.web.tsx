import { Select } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { call } from "#web/api/api.ts";
import { chooserMs, useDebounced } from "#web/api/debounce.ts";
import { useFrame } from "#web/form/fields/frame.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { fleetAvailability, type Candidate, type FleetKind } from "../../availability/availability.contract.ts";
import type { Trip } from "../trips.contract.ts";
import { tripFlow } from "../trips.flow.ts";

const mostShown = 30;

interface GoesOnWithProps {
  kind: FleetKind;
  name: "vehicleId" | "driverId" | "withAssetId";
  trip: Trip;
  /** What the trip has now. */
  hasAlready: readonly (string | null)[];
  /** What it has just left behind: found where somebody looks for it. */
  left?: readonly string[];
  onChoose: () => void;
}

/**
 * With what a trip goes on, in the form around: offered is what is free and ready. By typing others are found as well, each with why
 * it is not: what has happened can be told.
 */
export function GoesOnWith({ kind, name, trip, hasAlready, left = [], onChoose }: GoesOnWithProps) {
  const { t } = useLingui();
  const about = useAbout();
  const help = <Trans>Offered is what is free and ready. Others are found by typing.</Trans>;
  const { field, frame } = useFrame({ name, label: msg`Goes on with`, help });
  const [chosen, setChosen] = useState<Candidate | null>(null);
  const [text, setText] = useState("");
  const typed = text === chosen?.name ? "" : text.trim();
  const q = useDebounced(typed, chooserMs);
  const span = useRestOf(trip);
  const query = {
    kind,
    ...span,
    tripId: trip.id,
    limit: mostShown,
    ...(q === "" ? { which: "ready" as const } : { q, which: "all" as const }),
  };
  const found = useQuery({
    queryKey: [fleetAvailability.find.path, query],
    queryFn: ({ signal }) => call(fleetAvailability.find, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ["trip", "vehicle", "vehicle-hold", "driver", "asset"] },
  });
  const isFound = found.isSuccess && !found.isPlaceholderData && q === typed;
  const isOffered = ({ id }: Candidate) => !hasAlready.includes(id) && (q !== "" || !left.includes(id));
  const items = isFound ? (found.data?.items ?? []).filter(isOffered) : [];
  const shown = chosen === null || items.some(({ id }) => id === chosen.id) ? items : [chosen, ...items];
  return (
    <Select
      key={field.key}
      {...frame}
      data-path={field.path}
      data={shown.map((one) => ({ value: one.id, label: one.name }))}
      value={chosen?.id ?? null}
      searchable
      searchValue={text}
      filter={({ options }) => options} // the server has searched
      selectFirstOptionOnChange
      nothingFoundMessage={isFound ? t`Nothing found` : t`Searching`}
      clearable={field.facts.isOptional}
      allowDeselect={false}
      openOnFocus={false} // the first field of a form has the focus from the start
      comboboxProps={{ shadow: "md", transitionProps: { duration: 0 } }} // at once: the next key is for the list
      renderOption={({ option }) => {
        const one = shown.find(({ id }) => id === option.value);
        return (
          <Stack gap={0}>
            <b>{option.label}</b>
            <Text tone="dim" size="small">
              {one && about(one)}
            </Text>
          </Stack>
        );
      }}
      onSearchChange={setText}
      onKeyDown={(event) => {
        if (event.key === "Enter" && typed !== "" && items.length === 0) event.preventDefault(); // it is still looked for
      }}
      onChange={(id) => {
        setChosen(shown.find((one) => one.id === id) ?? null);
        field.set(id ?? "");
        onChoose();
      }}
    />
  );
}

/** The time for which it is wanted: from now on, or from when the trip is to leave, until that is to be back. */
function useRestOf({ status, plannedStart, plannedEnd }: Trip) {
  const [now] = useState(() => Date.now());
  const from = inGroup(tripFlow, "running", status) ? now : Date.parse(plannedStart);
  const until = Math.max(Date.parse(plannedEnd), from + 30 * 60_000);
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
}

/** What it is, where it is, and whether it can be had. */
function useAbout() {
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
  return (one: Candidate) => [one.about, one.place, state(one)].filter(Boolean).join(" · ");
}
