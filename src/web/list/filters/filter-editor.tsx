import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, useState } from "react";
import { chunk } from "../../api/chunk.ts";
import { LazyBoundary } from "../../api/lazy-boundary.tsx";
import { debounceMs, useDebounced } from "../../api/debounce.ts";
import type { Filter } from "./filter.ts";
import type { Resource } from "../data/resource.ts";
import { useList } from "../data/use-list.ts";
import styles from "../tools.module.css";

export interface EditorProps {
  value: string;
  onChange: (value: string) => void;
}

const loadRangeEditor = () => chunk(() => import("./range-editor.tsx"));
const RangeEditor = lazy(async () => ({ default: (await loadRangeEditor()).RangeEditor }));
/** Brings what a filter of dates is chosen with before it opens; what fails is asked again at the opening. */
export function fetchEditor({ kind }: Filter): void {
  if (kind.kind === "range")
    void loadRangeEditor().then(
      ({ fetchParts }) => fetchParts(),
      () => undefined,
    );
}

/** Where the value of one filter is chosen. */
export function FilterEditor({ filter, value, onChange }: EditorProps & { filter: Filter }) {
  const { t } = useLingui();
  switch (filter.kind.kind) {
    case "range":
      return (
        <LazyBoundary>
          <RangeEditor value={value} onChange={onChange} />
        </LazyBoundary>
      );
    case "yes":
      return (
        <Ticks
          value={value}
          onChange={onChange}
          isSingle
          options={[
            ["true", t`Yes`],
            ["false", t`No`],
          ]}
        />
      );
    case "any":
      return (
        <Ticks
          value={value}
          onChange={onChange}
          options={filter.kind.options.map((option) => [option, filter.word(option)])}
        />
      );
    case "record":
      return <RecordEditor of={filter.kind.of} field={filter.kind.field} value={value} onChange={onChange} />;
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

function RecordEditor({ of, field, value, onChange }: EditorProps & { of: Resource; field: string }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const q = useDebounced(text.trim(), debounceMs);
  const { records, isFirstLoad } = useList(of, { q, limit: 20 } as never); // every list takes these
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
