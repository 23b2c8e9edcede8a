import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import IconCalendarEvent from "@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs";
import { useRef, useState, type KeyboardEvent } from "react";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { dateText } from "../values/format.ts";
import { useFormat } from "../values/use-format.ts";
import { isDay, isWallTime, readDay, readWallTime, type DateWriting } from "./date-text.ts";

/** Its code comes when pointer or focus comes to the field, or the filters of a list. */
export const Calendar = lazyPart(() => import("./calendar.tsx"), "Calendar");

export interface DateInputProps extends Omit<
  TextInputProps,
  "value" | "defaultValue" | "onChange" | "type" | "min" | "max"
> {
  /** ISO, as `YYYY-MM-DD`; empty; or, while it is no date, what was typed, for a schema to refuse. */
  value: string;
  /** With every letter. */
  onChange?: (value: string) => void;
  /** A date that is complete: when somebody leaves the field, presses Enter or picks a day; "" if it may be empty. */
  onCommit?: (value: string) => void;
  /** With `onCommit`: what was there stays where nothing is given. */
  isRequired?: boolean;
  /** The days that the calendar offers. */
  min?: string | undefined;
  max?: string | undefined;
}

/** What differs between a day and a day with a time. */
interface Kind {
  readonly read: (text: string, writing: DateWriting) => string | null;
  readonly isValue: (value: string) => boolean;
  readonly show: (value: string, locale: string) => string;
  /** The value with another day. */
  readonly on: (value: string, day: string) => string;
}

const dayKind: Kind = {
  read: readDay,
  isValue: isDay,
  show: (value, locale) => dateText(value, locale, null),
  on: (_, day) => day,
};
const wallTimeKind: Kind = {
  read: readWallTime,
  isValue: isWallTime,
  show: (value, locale) => `${dateText(value, locale, null)} ${value.slice(11)}`,
  on: (value, day) => `${day}T${isWallTime(value) ? value.slice(11) : "00:00"}`,
};

/** A date that is typed in the reader's language or picked: "24/11", "24 Nov", "+7", "fri"; Alt and arrow down open the calendar. */
export const DateInput = (props: DateInputProps) => <KindOfDateInput {...props} kind={dayKind} />;

/** The same with a time behind it, on the clock of whoever asks: its value is `2026-11-24T14:05`. */
export const WallTimeInput = (props: DateInputProps) => <KindOfDateInput {...props} kind={wallTimeKind} />;

function KindOfDateInput({
  kind,
  value,
  onChange,
  onCommit,
  isRequired = false,
  min,
  max,
  error,
  onKeyDown,
  onBlur,
  ...props
}: DateInputProps & { kind: Kind }) {
  const { t } = useLingui();
  const { locale, today } = useFormat();
  const shownOf = (one: string) => (kind.isValue(one) ? kind.show(one, locale) : one);
  const [typed, setTyped] = useState({ value, text: shownOf(value) });
  const [isLeft, setLeft] = useState(value !== "");
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const isTyping = !isLeft && !onChange && typed.text !== ""; // what comes meanwhile takes nothing away
  if (typed.value !== value) setTyped({ value, text: isTyping ? typed.text : shownOf(value) });

  const read = (text: string) => (text.trim() === "" ? "" : (kind.read(text, { locale, today: today() }) ?? text));
  const isShown = typed.text === shownOf(value);
  const current = isShown ? value : read(typed.text);
  const isWrong = isLeft && current !== "" && !kind.isValue(current);

  const type = (text: string) => {
    setLeft(false);
    const next = onChange ? read(text) : value;
    setTyped({ value: next, text });
    onChange?.(next);
  };
  const commit = (next: string) => {
    setLeft(true);
    if (next !== "" && !kind.isValue(next)) return;
    setTyped({ value: onChange ? next : value, text: shownOf(next === "" && isRequired ? value : next) });
    if (next === value) return;
    onChange?.(next);
    if (next !== "" || !isRequired) onCommit?.(next);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" && !isShown) commit(current);
    if (event.key === "ArrowDown" && event.altKey) {
      event.preventDefault();
      return setOpen(true);
    }
    onKeyDown?.(event);
  };
  const handlePick = (day: string) => {
    setOpen(false);
    commit(kind.on(kind.isValue(current) ? current : "", day));
    input.current?.focus();
  };
  const example = shownOf(kind.on("", "2026-11-24"));
  const words = kind === dayKind ? t`Write a date like ${example}.` : t`Write a date and a time like ${example}.`;
  return (
    <>
      <TextInput
        autoComplete="off"
        {...props}
        ref={input}
        value={typed.text}
        error={isWrong ? words : error}
        aria-keyshortcuts="Alt+ArrowDown"
        onFocus={Calendar.fetch}
        onPointerEnter={Calendar.fetch}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={handleKey}
        onBlur={(event) => {
          commit(current);
          onBlur?.(event);
        }}
        rightSection={
          <ActionIcon
            ref={setButton}
            variant="subtle"
            color="gray"
            size={22}
            tabIndex={-1}
            aria-label={t`Calendar`}
            aria-expanded={isOpen}
            aria-haspopup="dialog"
            disabled={props.disabled === true}
            onPointerEnter={Calendar.fetch}
            onPointerDown={() => (wasOpen.current = isOpen)} // a press elsewhere than in the calendar has closed it before the click
            onClick={() => setOpen(!wasOpen.current)}
          >
            <IconCalendarEvent size={14} stroke={1.7} />
          </ActionIcon>
        }
      />
      {isOpen && (
        <Calendar
          anchor={button}
          label={t`Calendar`}
          day={kind.isValue(current) ? current.slice(0, 10) : ""}
          today={today()}
          locale={locale}
          min={min}
          max={max}
          onPick={handlePick}
          onClose={() => {
            setOpen(false);
            input.current?.focus();
          }}
        />
      )}
    </>
  );
}
