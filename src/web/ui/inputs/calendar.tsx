import "@mantine/dates/styles.layer.css";
import { useDirection } from "@mantine/core";
import { DatePicker, type DatePickerProps } from "@mantine/dates";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Floating } from "../overlays/floating.tsx";
import { useIsPhone } from "../use-is-phone.ts";
import { daysAfter, firstDayOfWeek, monthsAfter } from "./date-text.ts";
import styles from "./calendar.module.css";

interface CalendarProps {
  anchor: HTMLElement | null;
  label: string;
  /** ISO, or empty. */
  day: string;
  /** ISO, at the place that is meant. */
  today: string;
  locale: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
  onClose: () => void;
}

/**
 * The days of a month to pick from. Weeks begin as the language has it and have their numbers; arrows go from day to
 * day, page up and down from month to month.
 */
export function Calendar({ anchor, label, day, today, locale, min, max, onPick, onClose }: CalendarProps) {
  const { t } = useLingui();
  const { dir } = useDirection();
  const isPhone = useIsPhone();
  const panel = useRef<HTMLDivElement>(null);
  const wanted = day || today;
  const start = min && wanted < min ? min : max && wanted > max ? max : wanted; // a day that may be picked has the focus
  const [month, setMonth] = useState(start);
  const [at, setAt] = useState(start);
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset["day"] : undefined;
    const forward = dir === "rtl" ? -1 : 1;
    const steps: Readonly<Record<string, (from: string) => string>> = {
      ArrowRight: (one) => daysAfter(one, forward),
      ArrowLeft: (one) => daysAfter(one, -forward),
      ArrowDown: (one) => daysAfter(one, 7),
      ArrowUp: (one) => daysAfter(one, -7),
      PageDown: (one) => monthsAfter(one, event.shiftKey ? 12 : 1),
      PageUp: (one) => monthsAfter(one, event.shiftKey ? -12 : -1),
    };
    const step = steps[event.key];
    if (!from || !step) return;
    event.preventDefault();
    event.stopPropagation(); // the picker's own arrows end with the month
    const next = step(from);
    if ((min && next < min) || (max && next > max)) return;
    setMonth(next);
    setAt(next);
  };
  const text = (options: Intl.DateTimeFormatOptions) => (date: string) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(new Date(`${date.slice(0, 10)}T12:00:00Z`));
  return (
    <Floating anchor={anchor} side="bottom-end" role="dialog" label={label} isApart onClose={onClose}>
      <div ref={panel} className={styles.calendar} onKeyDownCapture={handleKey}>
        <DatePicker
          __stopPropagation // Escape closes the calendar, not the drawer around it
          size={isPhone ? "md" : "xs"}
          value={day || null}
          onChange={(picked) => picked && onPick(picked)}
          date={month}
          onDateChange={setMonth}
          {...(min ? { minDate: min } : {})}
          {...(max ? { maxDate: max } : {})}
          firstDayOfWeek={firstDayOfWeek(locale) as NonNullable<DatePickerProps["firstDayOfWeek"]>} // 0 to 6
          weekdayFormat={text({ weekday: "short" })}
          monthLabelFormat={text({ month: "long", year: "numeric" })}
          monthsListFormat={text({ month: "short" })}
          getDayAriaLabel={text({ weekday: "long", day: "numeric", month: "long", year: "numeric" })}
          getDayProps={(date) => ({
            "data-day": date,
            ...(date === start ? { "data-autofocus": true } : {}),
            ...(date === today ? { "aria-current": "date" } : {}),
            ...(date === day ? { "aria-pressed": true } : {}),
          })}
          hideOutsideDates
          withWeekNumbers
          ariaLabels={{
            previousMonth: t`Month before`,
            nextMonth: t`Month after`,
            previousYear: t`Year before`,
            nextYear: t`Year after`,
            previousDecade: t`Ten years before`,
            nextDecade: t`Ten years after`,
          }}
        />
      </div>
    </Floating>
  );
}
