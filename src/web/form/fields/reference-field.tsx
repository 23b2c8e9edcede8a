import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { call, send } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { chooserMs, useDebounced } from "#web/api/debounce.ts";
import type { Page, Resource, Saved } from "#web/list/data/resource.ts";
import { Choice, useFrame, type FieldProps } from "./frame.tsx";

export interface ReferenceProps<R extends Resource, Name extends string, Field extends string> extends Omit<
  FieldProps<Name>,
  "label"
> {
  of: R;
  /** The field of that entity which names a record. */
  label: Field;
  /** What stands above the field; the name of the field otherwise. */
  title?: FieldProps["label"];
}

/** Chooses a record of another entity by its name, searched while one types. Enter takes the first hit, also one that is still looked for. */
export function Reference({ of, label, title, ...props }: ReferenceProps<Resource, string, string>) {
  const { t } = useLingui();
  const { field, frame } = useFrame({ ...props, ...(title ? { label: title } : {}) });
  const [chosenHere, setChosenHere] = useState({ key: field.key, id: String(field.start ?? "") });
  const id = chosenHere.key === field.key ? chosenHere.id : String(field.start ?? ""); // the form put another one there
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isEntered, setEntered] = useState(false);
  const isAllowed = useMay()(of.list.can);
  const chosen = useRecords(of, { ids: id, archived: "with" }, isAllowed && id !== "");
  const name = (record: Saved | undefined) => (record ? String(Reflect.get(record, label)) : "");
  const current = chosen.data?.items.find((record) => record.id === id);
  const search = (words: string) => (words === name(current) ? "" : words); // what is chosen stands in the field
  const q = search(useDebounced(text ?? "", chooserMs));
  const found = useRecords(of, { q, limit: 30 }, isAllowed && text !== null);
  const isFound = found.isSuccess && !found.isPlaceholderData && q === search(text ?? "");
  const others = (found.data?.items ?? []).filter((record) => record.id !== id);
  const records = current && q === "" ? [current, ...others] : others;
  const open = () => {
    setText((before) => before ?? name(current)); // a typed letter comes before the opening
    setOpen(true);
  };
  const close = () => {
    setText(null);
    setOpen(false);
    setEntered(false);
  };
  const choose = (next: string) => {
    setChosenHere({ key: field.key, id: next });
    field.set(next);
    close();
  };
  useEffect(() => {
    if (!isEntered || !isFound) return;
    setEntered(false);
    if (records[0]) choose(records[0].id);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the answer is there
  }, [isEntered, isFound]);
  return (
    <Select
      key={field.key}
      {...frame}
      {...(isAllowed ? {} : { disabled: true, placeholder: t`Not open to you` })}
      data-path={field.path}
      data={records.map((record) => ({ value: record.id, label: name(record) }))}
      value={id || null}
      searchable
      searchValue={text ?? name(current)}
      filter={({ options }) => options} // the server has searched
      nothingFoundMessage={found.isPending ? t`Searching` : found.isError ? t`The search failed` : t`Nothing found`}
      clearable={field.facts.isOptional}
      allowDeselect={false}
      comboboxProps={{ shadow: "md", transitionProps: { duration: 0 } }} // at once: the next key is for the list
      openOnFocus={false} // the first field of a form has the focus from the start
      dropdownOpened={isOpen}
      onDropdownOpen={open}
      onSearchChange={(words) => {
        if (isEntered && document.activeElement?.getAttribute("data-path") !== field.path) return; // left meanwhile
        setText(words);
        setEntered(false);
      }}
      onDropdownClose={() => (isEntered ? setOpen(false) : close())}
      onKeyDownCapture={(event) => {
        if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation(); // Mantine would take what was found for other letters
        if (!isOpen) return open();
        const options = document
          .getElementById(event.currentTarget.getAttribute("aria-controls") ?? "")
          ?.querySelectorAll("[role=option]");
        const at = [...(options ?? [])].findIndex((option) => option.hasAttribute("data-combobox-selected"));
        if (!isFound) setEntered(true);
        else if (records[0]) choose((records[at] ?? records[0]).id);
      }}
      onChange={(next) => choose(next ?? "")}
    />
  );
}

function useRecords(of: Resource, query: Record<string, unknown>, enabled: boolean) {
  return useQuery({
    queryKey: [of.list.path, "choose", query],
    // every list takes these and replies so
    queryFn: async ({ signal }) => (await call(of.list, { query: query as never, signal })) as Page<Saved>,
    enabled,
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
}

/** One value of the list that the schema names. */
export function Listed(props: FieldProps) {
  const words = useWords();
  const { field, frame } = useFrame(props);
  const list = field.facts.list ?? "";
  const values = useQuery({ queryKey: ["list", list], queryFn: () => valuesOf(list), staleTime: Infinity });
  const current = String(field.start ?? "");
  const listed = values.data ?? [];
  // What a record holds stays choosable, also when its list is empty or lost it.
  const all = current === "" || listed.some(({ code }) => code === current) ? listed : [{ code: current }, ...listed];
  const data = all.map(({ code, label }) => ({ value: code, label: label ? words({ id: label }) : code }));
  return (
    <Choice
      key={`${field.key} ${values.isSuccess}`}
      frame={frame}
      start={current}
      isOptional={field.facts.isOptional}
      data={data}
      path={field.path}
      onChoose={field.set}
    />
  );
}

interface Listable {
  code: string;
  label?: string;
}

/** Time zones are the browser's own knowledge, currencies the installation's, other lists the company's. */
async function valuesOf(list: string): Promise<Listable[]> {
  if (list === "timezones") return Intl.supportedValuesOf("timeZone").map((code) => ({ code }));
  if (list === "currencies") {
    // the reply of that route
    const currencies = (await send({ method: "GET", path: "/api/currencies" })) as { code: string; name: string }[];
    return currencies.map(({ code, name }) => ({ code, label: `${code} ${name}` }));
  }
  const { items } = (await send(
    { method: "GET", path: "/api/settings/reference-lists/:list" },
    { params: { list } },
  )) as { items: Listable[] }; // the reply of that route
  return items;
}
