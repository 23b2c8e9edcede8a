import { ActionIcon, Button, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useState, type ReactNode } from "react";
import type { QueryInput } from "#shared/contract/contract.ts";
import { call } from "#web/api/api.ts";
import { chooserMs, useDebounced } from "#web/api/debounce.ts";
import { asProblem } from "#web/api/problem.ts";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { fleetAvailability, type Candidate, type FleetKind } from "../../availability/availability.contract.ts";
import type { Plan } from "./plan.web.ts";
import styles from "./planner.module.css";

const mostShown = 30;

interface ResourceChoiceProps {
  kind: FleetKind;
  title: ReactNode;
  /** Its name in what buttons and fields are called. */
  name: string;
  plan: Pick<Plan, "of" | "plannedStart" | "plannedEnd">;
  chosen: readonly string[];
  /** What it is to carry by itself. */
  load?: Pick<Asked, "kilograms" | "pallets">;
  /** Those that the trip has in another role. */
  others?: readonly string[];
  /** One takes the place of the one before, or comes beside it. */
  isMany?: boolean;
  error?: string | undefined;
  onChange: (ids: readonly string[]) => void;
}

/** Chooses a vehicle, a person or assets for the time of the trip: who is free, and of the others why not. */
export function ResourceChoice(props: ResourceChoiceProps) {
  const { kind, title, name, plan, chosen, isMany = false, error, onChange } = props;
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const span = { kind, ...spanOf(plan), ...props.load };
  const found = useCandidates({ ...span, ids: chosen.join(","), limit: Math.max(1, chosen.length) }, chosen.length > 0);
  const candidates = chosen.length > 0 ? (found.data?.items ?? []) : [];
  const isFull = chosen.length > 0 && !isMany;
  return (
    <Stack as="section" gap={6}>
      <Row justify="space-between">
        <h2>{title}</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={isOpen ? t`Close: ${name}` : isFull ? t`Change: ${name}` : t`Choose: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <Trans>Close</Trans> : isFull ? <Trans>Change</Trans> : <Trans>Choose</Trans>}
        </Button>
      </Row>
      <ul className={styles["candidates"]}>
        {chosen.map((id) => {
          const one = candidates.find((candidate) => candidate.id === id);
          const called = one?.name ?? "…";
          return (
            <li key={id} data-chosen>
              <Who of={one} isChosen />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={t`Without ${called}`}
                onClick={() => onChange(chosen.filter((other) => other !== id))}
              >
                <IconX size={13} stroke={1.8} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {error && (
        <Text tone="bad" size="small">
          {error}
        </Text>
      )}
      {isOpen && (
        <Candidates
          {...props}
          onChoose={(id) => {
            onChange(isMany ? [...chosen, id] : [id]);
            if (!isMany) setOpen(false);
          }}
        />
      )}
    </Stack>
  );
}

type Asked = QueryInput<typeof fleetAvailability.find>;

/** The time that is asked for; what a trip has itself is free for it. */
const spanOf = ({ of, plannedStart, plannedEnd }: ResourceChoiceProps["plan"]) => ({
  from: plannedStart,
  until: plannedEnd,
  ...(of === null ? {} : { tripId: of.id }),
});

function useCandidates(query: Asked, isEnabled = true) {
  return useQuery({
    queryKey: [fleetAvailability.find.path, query],
    queryFn: ({ signal }) => call(fleetAvailability.find, { query, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    meta: { quiet: true, follows: fleetAvailability.find.reads },
  });
}

/** Those who could be chosen, in the order in which the server offers them: what is free and fits first. Searched while one types. */
function Candidates({
  kind,
  name,
  plan,
  load,
  chosen,
  others = [],
  onChoose,
}: ResourceChoiceProps & { onChoose: (id: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), chooserMs);
  const found = useCandidates({ kind, ...spanOf(plan), ...load, limit: mostShown, ...(q === "" ? {} : { q }) });
  const items = (found.data?.items ?? []).filter(({ id }) => !chosen.includes(id) && !others.includes(id));
  return (
    <>
      <TextInput
        aria-label={t`Search: ${name}`}
        placeholder={t`Search`}
        autoComplete="off"
        maxLength={200}
        autoFocus
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onKeyDown={({ key }) => {
          const [first] = items;
          if (key === "Enter" && first?.isFree && q === typed.trim() && !found.isPlaceholderData) onChoose(first.id);
        }}
      />
      {found.error ? (
        <Row role="alert">
          <Text tone="bad" size="small">
            {asProblem(found.error).message}
          </Text>
          <Button variant="default" size="compact-sm" onClick={() => void found.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Row>
      ) : (
        <ul className={styles["candidates"]} aria-busy={found.isPending || found.isPlaceholderData} data-scrolls>
          {items.map((one) => (
            <li key={one.id} data-busy={!one.isFree || undefined}>
              <Who of={one} />
              {one.isFree && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t`Choose ${one.name}`}
                  onClick={() => onChoose(one.id)}
                >
                  <Trans>Choose</Trans>
                </Button>
              )}
            </li>
          ))}
          {items.length === 0 && (
            <li>
              <Text tone="dim" size="small">
                {found.isPending ? (
                  <Trans>Searching</Trans>
                ) : found.isError ? (
                  <Trans>The search failed</Trans>
                ) : (
                  <Trans>Nothing found</Trans>
                )}
              </Text>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** What or who it is, and whether the trip can have it. */
function Who({ of: one, isChosen = false }: { of: Candidate | undefined; isChosen?: boolean }) {
  const { t } = useLingui();
  const fmt = useFormat();
  if (!one) return <Text tone="dim">…</Text>;
  const { name, about, isFree, isReady, tooSmall, takenBy } = one;
  const most = tooSmall && fmt.quantity(tooSmall.may);
  const trips = takenBy.flatMap(({ tripNumber, until }) => {
    const end = fmt.instant(until);
    return tripNumber === null ? [] : [t`on ${tripNumber} until ${end}`];
  });
  return (
    <span className={styles["who"]}>
      <b>{name}</b>
      <Text tone="dim" size="small">
        {about}
      </Text>
      {!isFree ? (
        <Chip icon={isChosen ? "bad" : "ended"} look="bare">
          {trips.length > 0 ? trips.join(", ") : <Trans>not available</Trans>}
        </Chip>
      ) : tooSmall ? (
        <Chip icon="warn" look="bare">
          {tooSmall.of === "kilograms" ? (
            <Trans>free, too small: carries {most} kg</Trans>
          ) : (
            <Trans>free, too small: has room for {most} pallets</Trans>
          )}
        </Chip>
      ) : isReady ? (
        <Text tone="dim" size="small">
          <Trans>free</Trans>
        </Text>
      ) : (
        <Chip icon="warn" look="bare">
          <Trans>free, but may not leave today</Trans>
        </Chip>
      )}
    </span>
  );
}
