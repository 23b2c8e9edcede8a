import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { defaultOptionsFilter, Select, type ComboboxItem, type SelectProps } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import { useState, type KeyboardEvent } from "react";

interface SelectInputProps extends Omit<SelectProps, "data" | "onChange" | "value" | "searchable"> {
  data: readonly { value: string; label: string }[];
  value: string | null;
  /** Null only where it is `clearable`. */
  onChange: (value: string | null) => void;
}

const manyChoices = 8;

/**
 * One of several choices; a long list is searched by typing, and Enter takes the first that fits, also where somebody
 * types faster than the list opens.
 */
export function SelectInput({ data, value, onChange, clearable = false, onKeyDown, ...props }: SelectInputProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const isSearched = data.length > manyChoices;

  const takeFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (!isSearched || event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const typed = event.currentTarget.value;
    if (!typed.trim() || data.some((one) => one.value === value && one.label === typed)) return;
    event.preventDefault(); // what is only typed is no choice yet, and no form is sent with it
    const [first] = defaultOptionsFilter({ options: [...data], search: typed, limit: 1 }) as ComboboxItem[]; // no groups
    const list = document.getElementById(event.currentTarget.getAttribute("aria-controls") ?? "");
    const marked = list?.querySelector("[data-combobox-selected]");
    if (!first || (marked && marked.textContent !== first.label)) return; // the arrows went to another
    setOpen(false);
    onChange(first.value);
  };

  return (
    <Select
      {...props}
      data={data}
      value={value}
      searchable={isSearched}
      selectFirstOptionOnChange
      nothingFoundMessage={t`Nothing found`}
      limit={200}
      clearable={clearable}
      allowDeselect={clearable}
      comboboxProps={{ shadow: "md", transitionProps: { duration: 0 } }} // at once: the next key is for the list
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={takeFirst}
      onChange={onChange}
    />
  );
}
