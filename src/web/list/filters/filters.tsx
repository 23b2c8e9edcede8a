import { Button } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { chunk } from "#web/api/chunk.ts";
import { useMay } from "#web/api/session.tsx";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import type { Filter } from "./filter.ts";
import type { Resource } from "../data/resource.ts";
import styles from "../tools.module.css";

const loadPanel = () => chunk(() => import("./filter-panel.tsx"));
const FilterPanel = lazyPart(loadPanel, "FilterPanel");
/** Brings what a filter is chosen with before it opens; what fails is asked again at the opening. */
const fetchPanel = (filter: Filter) =>
  void loadPanel()
    .then(({ fetchParts }) => fetchParts(filter))
    .catch(() => undefined);

interface FilterChipsProps {
  filters: readonly Filter[];
  /** Filter name → value of the query. */
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string | null) => void;
}

/** The filters of a list as chips `field | operator | value | x`, and the way to another one. */
export function FilterChips({ filters, values, onChange }: FilterChipsProps) {
  const words = useWords();
  const [isOpen, setIsOpen] = useState<string | null>(null);
  const set = filters.filter(({ name }) => values[name] !== undefined || isOpen === name);
  const may = useMay();
  const free = filters.filter((one) => !set.includes(one) && (one.kind.kind !== "record" || may(one.kind.of.list.can)));
  return (
    <>
      {set.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          value={values[filter.name] ?? ""}
          isOpen={isOpen === filter.name}
          onTurn={(open) => setIsOpen(open ? filter.name : null)}
          onChange={(value) => onChange(filter.name, value)}
        />
      ))}
      {free.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-xs"
              className={styles.add}
              leftSection={<IconPlus size={14} />}
              onPointerEnter={() => free.forEach(fetchPanel)}
              onFocus={() => free.forEach(fetchPanel)}
            >
              <Trans>Filter</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map((filter) => (
              <Menu.Item key={filter.name} onClick={() => setIsOpen(filter.name)}>
                {words(filter.label)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

interface FilterChipProps {
  filter: Filter;
  value: string;
  isOpen: boolean;
  onTurn: (isOpen: boolean) => void;
  onChange: (value: string | null) => void;
}

function FilterChip({ filter, value, isOpen, onTurn, onChange }: FilterChipProps) {
  const { t } = useLingui();
  const words = useWords();
  const name = words(filter.label);
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  return (
    <span className={styles.chip}>
      <button
        ref={setAnchor}
        type="button"
        className={styles.chipText}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onPointerEnter={() => fetchPanel(filter)}
        onFocus={() => fetchPanel(filter)}
        onClick={() => onTurn(!isOpen)}
      >
        <span>{name}</span> <FilterSays filter={filter} value={value} />
      </button>
      {isOpen && (
        <FilterPanel
          anchor={anchor}
          label={name}
          filter={filter}
          value={value}
          onChange={(next) => onChange(next === "" ? null : next)}
          onClose={() => onTurn(false)}
        />
      )}
      <button
        type="button"
        className={styles.chipEnd}
        aria-label={t`Remove the filter ${name}`}
        onClick={() => (onTurn(false), onChange(null))}
      >
        <IconX size={12} />
      </button>
    </span>
  );
}

/** Operator and value in words: "is any of Active, On hold", "from 1 Nov to 30 Nov". */
function FilterSays({ filter, value }: { filter: Filter; value: string }) {
  const { t } = useLingui();
  const fmt = useFormat();
  if (value === "") return <Trans>is …</Trans>;
  if (filter.kind.kind === "range") {
    const [from, to] = value.split("..").map((date) => (date === "" ? "" : fmt.date(date)));
    if (from && to)
      return (
        <Trans>
          from <b>{from}</b> to <b>{to}</b>
        </Trans>
      );
    return from ? (
      <Trans>
        from <b>{from}</b>
      </Trans>
    ) : (
      <Trans>
        until <b>{to}</b>
      </Trans>
    );
  }
  const values = value.split(",");
  const said =
    filter.kind.kind === "record" ? (
      <RecordNames of={filter.kind.of} field={filter.kind.field} ids={values} />
    ) : filter.kind.kind === "yes" ? (
      (value === "true" && t`yes`) || t`no`
    ) : (
      values.map(filter.word).join(", ")
    );
  return values.length > 1 ? (
    <Trans>
      is any of <b>{said}</b>
    </Trans>
  ) : (
    <Trans>
      is <b>{said}</b>
    </Trans>
  );
}

/** Asks how records are called, archived ones too. */
export const namesQuery = (of: Resource, ids: readonly string[]) =>
  queryOptions({
    queryKey: [of.list.path, "names", ids],
    queryFn: ({ signal }) =>
      call(of.list, { query: { ids: ids.join(","), archived: "with", limit: 50 } as never, signal }), // every list takes these
  });

function RecordNames({ of, field, ids }: { of: Resource; field: string; ids: readonly string[] }) {
  const names = useQuery({ ...namesQuery(of, ids), enabled: useMay()(of.list.can) });
  if (!names.data) return <Plural value={ids.length} one="# chosen" other="# chosen" />;
  return names.data.items.map((record) => String(Reflect.get(record, field))).join(", ");
}
