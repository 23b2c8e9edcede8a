import { SegmentedControl } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import type { ImportReading, ImportRecord } from "./imports.contract.ts";

export type ChosenStyles = Readonly<Record<string, string>>;
type Field = ImportRecord["fields"][number];
type Judged = NonNullable<ImportReading["styles"][string]["numbers" | "dates"]>;

const needsChoice = (judged: Judged): boolean => judged.style === "open" || judged.style === "mixed";

/** What is known of how the values of a field's column are written; undefined where it does not matter. */
export function judgedOf(record: ImportRecord, field: Field, column: string | undefined): Judged | undefined {
  const own = column === undefined ? undefined : record.reading.styles[column];
  if (field.kind === "date") return own?.dates;
  return field.kind === "decimal" || field.kind === "integer" ? own?.numbers : undefined;
}

/** The columns of which nobody has said yet how their values are written, though they could be either. */
export function openColumns(record: ImportRecord, mapping: ImportRecord["mapping"], chosen: ChosenStyles): string[] {
  return record.fields.flatMap((field) => {
    const column = mapping[field.name]?.column;
    const judged = judgedOf(record, field, column);
    return column !== undefined && judged && needsChoice(judged) && chosen[column] === undefined ? [field.label] : [];
  });
}

interface StyleCellProps {
  field: Field;
  judged: Judged;
  chosen: string | undefined;
  onChoose: (style: string) => void;
}

/** How the values of a column are written: samples with what they become, and a choice where they could be either. */
export function StyleCell({ field, judged, chosen, onChoose }: StyleCellProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const shown = (value: string) => (field.kind === "date" ? fmt.date(value) : fmt.quantity(value));
  const isQuestion = needsChoice(judged);
  const style = chosen ?? (isQuestion ? undefined : judged.style);
  const sample = judged.samples.find(({ as }) => Object.keys(as).length > 1) ?? judged.samples[0];
  const choices =
    field.kind === "date"
      ? [
          { value: "dayFirst", label: t`Day first` },
          { value: "monthFirst", label: t`Month first` },
        ]
      : [
          { value: "dot", label: t`Decimal point` },
          { value: "comma", label: t`Decimal comma` },
        ];
  return (
    <Stack gap={6}>
      {isQuestion && sample && (
        <>
          <Text weight={500}>
            {judged.style === "mixed" ? (
              <Trans>Written in two ways. How is “{sample.text}” meant?</Trans>
            ) : (
              <Trans>“{sample.text}” could be either. How is it meant?</Trans>
            )}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={t`How ${field.label} is written`}
            data={choices.map(({ value, label }) => {
              const read = sample.as[value];
              return { value, label: read === undefined ? label : `${label}: ${shown(read)}` };
            })}
            value={chosen ?? ""}
            onChange={onChoose}
          />
        </>
      )}
      {style !== undefined && (
        <Row as="span" gap={14}>
          {judged.samples.map(({ text, as }) => (
            <span key={text}>
              {text} → {as[style] === undefined ? t`not readable` : shown(as[style])}
            </span>
          ))}
        </Row>
      )}
    </Stack>
  );
}

/** What was said of the columns, as the server takes it. */
export function stylesTold(chosen: ChosenStyles) {
  const only = <S extends string>(...styles: S[]) =>
    Object.fromEntries(Object.entries(chosen).filter(([, style]) => (styles as string[]).includes(style))) as Record<
      string,
      S
    >; // filtered so
  return { numberStyles: only("dot", "comma"), dateStyles: only("dayFirst", "monthFirst") };
}
