import type { ReactNode } from "react";
import { Avatar } from "#web/ui/marks.tsx";
import { activity, Chip, StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { Nothing } from "#web/ui/summary-bar.tsx";
import { Code, DateValue, Instant, Money, Quantity, RecordNumber } from "#web/ui/values/values.tsx";
import { useWords, type Label } from "#web/ui/values/labels.ts";
import { RecordLink } from "../record-link.tsx";
import type { Saved } from "../data/resource.ts";
import styles from "./columns.module.css";

/** One column of a list, as data: what it is called, how wide, and how a record's cell is drawn. */
export interface Column<Rec> {
  /** The field's name: also the column's name in the address, in storage and in the CSV. */
  readonly key: string;
  readonly label: Label;
  readonly width: number;
  /** Its share of the width that is left; 0 keeps its own. */
  readonly grows: number;
  readonly align: "start" | "end";
  /** Not shown until the person chooses it. */
  readonly isHidden: boolean;
  /** What it is to a phone's row, which has room for one of each. */
  readonly part: "record" | "state" | "figure" | "detail";
  readonly statusStyles?: StatusStyles<string>;
  /** What the CSV has for it where that is not its own field: a sum with its currency. */
  readonly fields?: readonly string[];
  /** The whole text, for the tooltip of a cut cell. */
  readonly text?: (record: Rec) => string | null;
  readonly cell: (record: Rec) => ReactNode;
}

interface Options {
  label?: Label;
  width?: number;
  hidden?: boolean;
}

interface CustomOptions<Rec> extends Options {
  align?: "start" | "end";
  grows?: number;
  cell: (record: Rec) => ReactNode;
}

/** The fields of a record that hold a value of some kind, or none. */
export type FieldOf<Rec, Value> = {
  [K in keyof Rec]-?: Rec[K] extends Value | null | undefined ? K : never;
}[keyof Rec] &
  string;

type Builder<Rec> = ReturnType<typeof palette<Rec>>;

/** The columns of a list, chosen from a palette: `columnsOf<Vendor>((c) => [c.link("name"), c.badge("status", vendorStatusStyles)])`. */
export function columnsOf<Rec extends Saved>(
  choose: (c: Builder<Rec>) => readonly Column<Rec>[],
): readonly Column<Rec>[] {
  return choose(palette<Rec>());
}

/** Words of the contract in the user's language, with commas between them. */
export function WordList({ children }: { children: readonly string[] }) {
  const words = useWords();
  return children.length > 0 ? children.map((word) => words(word)).join(", ") : <Nothing />;
}

function Word({ children }: { children: string }) {
  const words = useWords();
  return words(children);
}

function palette<Rec>() {
  type Texts = FieldOf<Rec, string>;
  const read = (record: Rec, key: string) => Reflect.get(record as object, key) as unknown; // records are objects
  const text = (record: Rec, key: string) => (read(record, key) ?? null) as string | null; // only asked for fields of Texts
  const column = (
    key: string,
    own: Partial<Column<Rec>> & Pick<Column<Rec>, "cell">,
    { label = key, width, hidden = false }: Options = {},
  ): Column<Rec> => ({
    key,
    label,
    grows: 0,
    align: "start",
    part: "detail",
    isHidden: hidden,
    ...own,
    // Whoever says a width means it.
    ...(width === undefined ? { width: own.width ?? 140 } : { width, grows: 0 }),
  });
  const shown = (record: Rec, key: string, draw: (value: string) => ReactNode) => {
    const value = text(record, key);
    return value === null || value === "" ? <Nothing /> : draw(value);
  };
  const textual = (key: string) => ({ text: (record: Rec) => text(record, key) });
  /** A column whose values are drawn like this, where there is one; `texts` are those whose whole text is in their tooltip. */
  const drawn = (own: Partial<Column<Rec>>, draw: (value: string) => ReactNode) => (key: Texts, options?: Options) =>
    column(key, { ...own, cell: (r) => shown(r, key, draw) }, options);
  const texts = (own: Partial<Column<Rec>>, draw: (value: string) => ReactNode) => (key: Texts, options?: Options) =>
    column(key, { ...own, ...textual(key), cell: (r) => shown(r, key, draw) }, options);

  return {
    /** The record itself; leads to its page or opens its form. */
    link: (key: Texts, options?: Options) =>
      column(
        key,
        { part: "record", grows: 3, width: 180, ...textual(key), cell: (r) => <RecordLink>{text(r, key)}</RecordLink> },
        options,
      ),
    /** The record by its number, which has one width. */
    number: (key: Texts, options?: Options) =>
      column(
        key,
        {
          part: "record",
          width: 142,
          cell: (r) => (
            <RecordLink>
              <RecordNumber>{text(r, key) ?? ""}</RecordNumber>
            </RecordLink>
          ),
        },
        options,
      ),
    text: texts({ width: 140, grows: 1 }, (value) => value),
    code: texts({ width: 120 }, (value) => <Code>{value}</Code>),
    email: texts({ width: 180, grows: 2 }, (value) => (
      <a className={styles.mail} tabIndex={-1} href={`mailto:${value}`}>
        {value}
      </a>
    )),
    badge: <K extends Texts>(key: K, statusStyles: StatusStyles<NonNullable<Rec[K]> & string>, options?: Options) =>
      column(
        key,
        {
          part: "state",
          width: 150,
          statusStyles,
          cell: (r) =>
            shown(r, key, (state) => (
              <StateChip statusStyles={statusStyles as StatusStyles<string>} state={state} inTable />
            )),
        },
        options,
      ), // the field's states are the looks' keys
    /** One of a few words, where its state has no drawing. */
    choice: drawn({ width: 130 }, (value) => <Word>{value}</Word>),
    count: (key: FieldOf<Rec, number>, options?: Options) =>
      column(
        key,
        { part: "figure", align: "end", width: 100, cell: (r) => <Quantity value={read(r, key) as number | null} /> },
        options,
      ), // FieldOf says so
    quantity: (key: Texts, options?: Options) =>
      column(
        key,
        { part: "figure", align: "end", width: 110, cell: (r) => <Quantity value={text(r, key)} /> },
        options,
      ),
    money: (key: Texts, { currency, ...options }: Options & { currency: Texts }) =>
      column(
        key,
        {
          part: "figure",
          align: "end",
          width: 120,
          fields: [key, currency],
          cell: (r) => <Money amount={text(r, key)} currency={text(r, currency)} />,
        },
        options,
      ),
    /** A business date, or the moment something happened. */
    date: drawn({ align: "end", width: 112 }, (value) =>
      value.includes("T") ? <Instant at={value} /> : <DateValue date={value} />,
    ),
    person: drawn({ width: 74 }, (name) => <Avatar name={name} size={20} />),
    /** Whether it can still be chosen. */
    active: (key: FieldOf<Rec, boolean>, options?: Options) =>
      column(
        key,
        {
          part: "state",
          width: 110,
          cell: (r) => <StateChip statusStyles={activity} state={read(r, key) ? "active" : "inactive"} inTable />,
        },
        options,
      ),
    /** A claim that holds or does not; only what holds is written. */
    boolean: (key: FieldOf<Rec, boolean>, options?: Options) =>
      column(
        key,
        {
          width: 96,
          cell: (r) =>
            read(r, key) === true ? (
              <Chip icon="done" tone="n" look="bare">
                <Word>{key}</Word>
              </Chip>
            ) : (
              <Nothing />
            ),
        },
        options,
      ),
    /** Anything else; its key may be no field, then it is not exported. */
    custom: (key: string, { cell, align = "start", grows = 0, ...options }: CustomOptions<Rec>) =>
      column(key, { cell, align, grows }, options),
  };
}
