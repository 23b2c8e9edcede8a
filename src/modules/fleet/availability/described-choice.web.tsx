import { Select } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
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
  /** The entities whose changes ask again. */
  readonly follows: readonly string[];
}

interface DescribedChoiceProps<T extends { readonly id: string }> extends FieldProps {
  find: Find<T>;
  nameOf: (one: T) => string;
  /** What is read below its name. */
  about: (one: T) => string;
  onChoose?: () => void;
}

/** A field of a form that chooses one of what the server finds, each with its name and, below that, what it is. */
export function DescribedChoice<T extends { readonly id: string }>(props: DescribedChoiceProps<T>) {
  const { find, nameOf, about, onChoose, ...ofField } = props;
  const { t } = useLingui();
  const { field, frame } = useFrame(ofField);
  const isAllowed = useMay()(find.can);
  const [chosen, setChosen] = useState<T | null>(null);
  const [text, setText] = useState("");
  const typed = chosen !== null && text === nameOf(chosen) ? "" : text.trim();
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
  const shown = chosen === null || items.some(({ id }) => id === chosen.id) ? items : [chosen, ...items];
  return (
    <Select
      key={field.key}
      {...frame}
      {...(isAllowed ? {} : { disabled: true, placeholder: t`Not open to you` })}
      data-path={field.path}
      data={shown.map((one) => ({ value: one.id, label: nameOf(one) }))}
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
        onChoose?.();
      }}
    />
  );
}
