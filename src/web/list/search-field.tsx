import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { KeyCap } from "#web/ui/marks.tsx";
import { debounceMs, useDebouncedCall } from "#web/api/debounce.ts";
import { isTyping } from "#web/shell/is-typing.ts";
import styles from "./tools.module.css";

interface SearchFieldProps {
  value: string;
  label: string;
  onSearch: (text: string) => void;
}

/** The search of a list: `/` goes there, Enter asks at once, Escape empties it. */
export function SearchField({ value, label, onSearch }: SearchFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const later = useDebouncedCall(
    (latest: string) => {
      asked.current = latest.trim();
      onSearch(asked.current);
    },
    { ms: debounceMs },
  );

  // Filters were cleared, or the way back was taken: what stands in the address wins over what was typed.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);

  const change = (latest: string) => {
    setText(latest);
    later(latest);
  };
  return (
    <label className={styles.search}>
      <IconSearch size={14} stroke={1.8} />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={t`Search`}
        maxLength={200}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") later.flush();
          if (event.key === "Escape" && text !== "") {
            event.stopPropagation();
            change("");
            later.flush();
          }
        }}
      />
      <KeyCap>/</KeyCap>
    </label>
  );
}
