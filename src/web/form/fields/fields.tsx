import type { ReactNode } from "react";
import type { z } from "zod";
import { chunk } from "#web/api/chunk.ts";
import { lazyPartWithin } from "#web/api/lazy-part.tsx";
import type { FieldOf } from "#web/list/grid/columns.tsx";
import type { RecordOf, Resource } from "#web/list/data/resource.ts";
import type { FieldProps } from "./frame.tsx";
import type { ChoiceProps, TextProps } from "./inputs.tsx";
import type { LinesProps } from "./lines-field.tsx";
import type { ReferenceProps } from "./reference-field.tsx";

type Row<V, K extends keyof V> = V[K] extends readonly (infer R extends object)[] | null | undefined ? R : never;
type RowsName<V> = { [K in keyof V]-?: NonNullable<V[K]> extends readonly object[] ? K : never }[keyof V] & string;

/** The fields of a form, by what they hold; a name that the schema lacks, or of another kind, does not compile. */
export interface Fields<V extends object> {
  Text(props: TextProps<FieldOf<V, string>>): ReactNode;
  Email(props: FieldProps<FieldOf<V, string>>): ReactNode;
  Phone(props: FieldProps<FieldOf<V, string>>): ReactNode;
  Textarea(props: FieldProps<FieldOf<V, string>>): ReactNode;
  Number(props: TextProps<FieldOf<V, number>>): ReactNode;
  Decimal(props: TextProps<FieldOf<V, string>>): ReactNode;
  Date(props: FieldProps<FieldOf<V, string>>): ReactNode;
  /** A moment, on the clock of the site around (`SiteZone`), whose zone it names. */
  Moment(props: FieldProps<FieldOf<V, string>>): ReactNode;
  Switch(props: FieldProps<FieldOf<V, boolean>>): ReactNode;
  Select<K extends FieldOf<V, string | number>>(props: ChoiceProps<K, NonNullable<V[K]> & string>): ReactNode;
  /** Any of the words of a list of words. */
  Words(props: FieldProps<FieldOf<V, readonly string[]>>): ReactNode;
  /** One value of a list that the schema names: currencies, time zones, a reference list. */
  Listed(props: FieldProps<FieldOf<V, string>>): ReactNode;
  /** A record of another entity, found by search. */
  Reference<R extends Resource>(props: ReferenceProps<R, FieldOf<V, string>, FieldOf<RecordOf<R>, string>>): ReactNode;
  /** The rows of a nested list, each with its own fields. */
  Lines<K extends RowsName<V>>(props: LinesProps<K, Fields<Row<V, K>>>): ReactNode;
}

/**
 * The fields of an input: `const Field = fieldsOf(vendorInput)`, then `<Field.Text name="name" autoFocus />`. Label,
 * length, choices and whether it is optional come from the schema of the form they stand in.
 */
export function fieldsOf<S extends z.ZodObject>(_schema: S): Fields<z.input<S>> {
  return fields as unknown as Fields<z.input<S>>; // the same components for every schema; only the names differ
}

// A list should not wait for the fields of a form that may never open.
const loadInputs = async () => (await chunk(() => import("./inputs.tsx"))).inputs;
const input = (name: keyof Awaited<ReturnType<typeof loadInputs>>) => lazyPartWithin(loadInputs, name);

const fields = {
  Text: input("Text"),
  Email: input("Email"),
  Phone: input("Phone"),
  Textarea: input("Textarea"),
  Number: input("Number"),
  Decimal: input("Decimal"),
  Date: input("Date"),
  Moment: input("Moment"),
  Switch: input("Switch"),
  Select: input("Select"),
  Words: input("Words"),
  Listed: input("Listed"),
  Reference: input("Reference"),
  Lines: input("Lines"),
};

/** Brings the code of all fields before a form opens. */
export const fetchInputs = () => fields.Text.fetch();
