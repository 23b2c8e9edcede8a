import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { debounceMs, useDebounced } from "../../api/debounce.ts";
import { useMay } from "#web/api/session.tsx";
import { Calendar, DateInput } from "#web/ui/inputs/date-input.tsx";
import { isDay } from "#web/ui/inputs/date-text.ts";
import { Floating } from "#web/ui/overlays/floating.tsx";
import type { Filter } from "./filter.ts";
import type { Resource } from "../data/resource.ts";
import { useList } from "../data/use-list.ts";
import styles from "../tools.module.css";

interface EditorProps {
  value: string;
  onChange: (value: string) => void;
}

interface FilterPanelProps extends EditorProps {
  filter: Filter;
  anchor: HTMLElement | null;
  label: string;
  onClose: () => void;
}

/** Brings what opens from the panel of a filter. */
export const fetchParts = ({ kind }: Filter) => kind.kind === "range" && Calendar.fetch();

/** Where the value of one filter is chosen, under its chip. */
export function FilterPanel({ filter, value, onChange, ...panel }: FilterPanelProps) {
  return (
    <Floating {...panel} side="bottom-start" role="dialog" className={styles.panel}>
      <FilterEditor filter={filter} value={value} onChange={onChange} />
    </Floating>
  );
}

function FilterEditor({ filter, ...editor }: EditorProps & { filter: Filter }) {
  const { t } = useLingui();
  switch (filter.kind.kind) {
    case "range":
      return <RangeEditor {...editor} />;
    case "yes":
      return (
        <Ticks
          {...editor}
          isSingle
          options={[
            ["true", t`Yes`],
            ["false", t`No`],
          ]}
        />
      );
    case "any":
      return <Ticks {...editor} options={filter.kind.options.map((option) => [option, filter.word(option)])} />;
    case "record":
      return <RecordEditor of={filter.kind.of} field={filter.kind.field} {...editor} />;
  }
}

type Option = readonly [value: string, word: string];

function Ticks({
  options,
  value,
  onChange,
  isSingle = false,
}: EditorProps & { options: readonly Option[]; isSingle?: boolean }) {
  const chosen = value === "" ? [] : value.split(",");
  const turn = (option: string) => {
    if (chosen.includes(option)) return onChange(chosen.filter((one) => one !== option).join(","));
    onChange(isSingle ? option : [...chosen, option].join(","));
  };
  return (
    <ul className={styles.choices}>
      {options.map(([option, word]) => (
        <li key={option} className={styles.choice}>
          <label className={styles.tick}>
            <input
              type="checkbox"
              className={styles.box}
              checked={chosen.includes(option)}
              onChange={() => turn(option)}
            />
            {word}
          </label>
        </li>
      ))}
    </ul>
  );
}

/** The first and the last day of a range, each of which may be open. */
function RangeEditor({ value, onChange }: EditorProps) {
  const { t } = useLingui();
  const [from = "", to = ""] = value.split("..").map((day) => (isDay(day) ? day : ""));
  const change = (nextFrom: string, nextTo: string) =>
    onChange(nextFrom === "" && nextTo === "" ? "" : `${nextFrom}..${nextTo}`);
  return (
    <div className={styles.range}>
      <DateInput label={t`From`} value={from} max={to || undefined} onCommit={(day) => change(day, to)} />
      <DateInput label={t`To`} value={to} min={from || undefined} onCommit={(day) => change(from, day)} />
    </div>
  );
}

function RecordEditor({ of, field, value, onChange }: EditorProps & { of: Resource; field: string }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const q = useDebounced(text.trim(), debounceMs);
  const { records, isFirstLoad } = useList(of, { q, limit: 20 } as never, useMay()(of.list.can)); // every list takes these
  const options = records.map((record): Option => [record.id, String(Reflect.get(record, field))]);
  return (
    <>
      <input
        type="search"
        className={styles.date}
        aria-label={t`Search`}
        placeholder={t`Search`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {isFirstLoad ? null : <Ticks options={options} value={value} onChange={onChange} />}
      {!isFirstLoad && options.length === 0 && (
        <p className={styles.none}>
          <Trans>Nothing found</Trans>
        </p>
      )}
    </>
  );
}
