import { Select, type SelectProps } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { Can } from "#shared/permissions/permissions.ts";
import { useMay } from "#web/api/session.tsx";
import { chooserMs, useDebounced } from "#web/api/debounce.ts";
import { useFrame, type FieldProps } from "#web/form/fields/frame.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";

/** Whom the server finds by some words; by none whom it offers. */
export interface Find<T> {
  /** Who is let in to what it asks. */
  readonly can: Can | readonly Can[];
  readonly key: (q: string) => readonly unknown[];
  readonly call: (q: string, signal: AbortSignal) => Promise<readonly T[]>;
  /** One that a field of a form has from the start, by its id; undefined: it is not there, or not shown. */
  readonly byId?: (id: string, signal: AbortSignal) => Promise<T | undefined>;
  /** The entities beside its own whose changes ask again. */
  readonly follows?: readonly string[];
}

interface Described<T> {
  find: Find<T>;
  nameOf: (one: T) => string;
  /** What is read below its name. */
  about: (one: T) => string;
}

interface DescribedChoiceProps<T extends { readonly id: string }> extends FieldProps, Described<T> {
  onChoose?: () => void;
}

/** A field of a form that chooses one of what the server finds, each with its name and, below that, what it is. */
export function DescribedChoice<T extends { readonly id: string }>(props: DescribedChoiceProps<T>) {
  const { find, nameOf, about, onChoose, ...ofField } = props;
  const { field, frame } = useFrame(ofField);
  const isAllowed = useMay()(find.can);
  const [here, setHere] = useState<{ key: string; one: T | null } | null>(null);
  const startId = String(field.start ?? "");
  const isHere = here?.key === field.key; // else the form put another one there
  const start = useQuery({
    queryKey: [...find.key(""), "one", startId],
    queryFn: async ({ signal }) => (await find.byId?.(startId, signal)) ?? null,
    enabled: isAllowed && startId !== "" && !isHere && find.byId !== undefined,
  });
  const chosen = isHere ? here.one : (start.data ?? null);
  return (
    <DescribedSelect
      key={field.key}
      frame={{ ...frame, "data-path": field.path, clearable: field.facts.isOptional }}
      find={find}
      nameOf={nameOf}
      about={about}
      chosen={chosen}
      onChoose={(one) => {
        setHere({ key: field.key, one });
        field.set(one?.id ?? "");
        onChoose?.();
      }}
      onLeave={(typed) => field.set(typed === "" ? (chosen?.id ?? "") : typed)} // which is the id of nothing: the form says so
    />
  );
}

interface DescribedSelectProps<T> extends Described<T> {
  /** What stands around it, as every input of Mantine takes it. */
  frame: Omit<SelectProps, "data" | "value" | "onChange"> & { "data-path"?: string; "data-autofocus"?: boolean };
  chosen: T | null;
  onChoose: (one: T | null) => void;
  /** Whoever leaves it with words that name nothing has chosen nothing; "": nothing of the kind stands there. */
  onLeave: (typed: string) => void;
}

/** The same by itself. What is typed that names nothing stays there when the field is left, and the field says so. */
export function DescribedSelect<T extends { readonly id: string }>(props: DescribedSelectProps<T>) {
  const { frame, find, nameOf, about, chosen, onChoose, onLeave } = props;
  const { t } = useLingui();
  const isAllowed = useMay()(find.can);
  const name = chosen === null ? "" : nameOf(chosen);
  const [text, setText] = useState<string | null>(null);
  const [missed, setMissed] = useState("");
  const [isEntered, setEntered] = useState(false);
  const isLeaving = useRef(false);
  const typed = text === null || text === name ? "" : text.trim();
  const q = useDebounced(typed, chooserMs);
  const found = useQuery({
    queryKey: find.key(q),
    queryFn: ({ signal }) => find.call(q, signal),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    meta: { follows: find.follows },
  });
  const isFound = found.isSuccess && !found.isPlaceholderData && q === typed;
  const items = isFound ? (found.data ?? []) : [];
  const isListed = chosen === null || typed !== "" || items.some(({ id }) => id === chosen.id);
  const shown = isListed ? items : [chosen, ...items];
  const choose = (one: T | null) => {
    setText(null);
    setMissed("");
    setEntered(false);
    onChoose(one);
  };
  // Enter takes the first hit, also one that is still looked for.
  useEffect(() => {
    if (!isEntered || !isFound) return;
    setEntered(false);
    if (items[0]) choose(items[0]);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the answer is there
  }, [isEntered, isFound]);
  return (
    <Select
      {...frame}
      {...(isAllowed ? {} : { disabled: true, placeholder: t`Not open to you` })}
      error={missed === "" ? frame.error : t`“${missed}” is not in the list. Choose one from it.`}
      data={shown.map((one) => ({ value: one.id, label: nameOf(one) }))}
      value={chosen?.id ?? null}
      searchable
      searchValue={text ?? name}
      filter={({ options }) => options} // the server has searched
      selectFirstOptionOnChange
      nothingFoundMessage={isFound ? t`Nothing found` : found.isError ? t`The search failed` : t`Searching`}
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
      onSearchChange={(words) => {
        if (!isLeaving.current) setText(words); // Mantine puts there what was chosen before
      }}
      onFocus={({ currentTarget }) => currentTarget.select()} // what is typed takes the place of what stands there
      onBlurCapture={() => {
        isLeaving.current = true;
      }}
      onBlur={() => {
        isLeaving.current = false;
        if (isEntered) return;
        if (typed === "") setText(null);
        setMissed(typed);
        onLeave(typed);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || typed === "" || items.length > 0) return;
        event.preventDefault(); // it is still looked for
        setEntered(!isFound);
      }}
      onOptionSubmit={(id) => choose(shown.find((one) => one.id === id) ?? null)}
      onClear={() => choose(null)}
    />
  );
}
