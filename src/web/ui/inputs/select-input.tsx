import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Select, type SelectProps } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";

interface SelectInputProps extends Omit<SelectProps, "data" | "onChange" | "value" | "searchable"> {
  data: readonly { value: string; label: string }[];
  value: string | null;
  /** Null only where it is `clearable`. */
  onChange: (value: string | null) => void;
}

const manyChoices = 8;

/** One of several choices; a long list is searched by typing, and Enter takes the first that fits. */
export function SelectInput({ data, onChange, clearable = false, ...props }: SelectInputProps) {
  const { t } = useLingui();
  return (
    <Select
      {...props}
      data={data}
      searchable={data.length > manyChoices}
      selectFirstOptionOnChange
      nothingFoundMessage={t`Nothing found`}
      limit={200}
      clearable={clearable}
      allowDeselect={clearable}
      comboboxProps={{ shadow: "md", transitionProps: { duration: 120 } }}
      onChange={onChange}
    />
  );
}
