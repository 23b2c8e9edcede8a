import { Trans, useLingui } from "@lingui/react/macro";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import type { ImportReading } from "./imports.contract.ts";

/** What somebody has chosen instead of what was found out. */
export interface ReadingChoice {
  readonly encoding?: NonNullable<ImportReading["encoding"]>;
  readonly sheet?: string;
  readonly headRow?: number;
}

const encodingNames: Record<NonNullable<ImportReading["encoding"]>, string> = {
  "utf-8": "UTF-8",
  "utf-8-bom": "UTF-8 (BOM)",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1250": "Windows-1250",
  "windows-1252": "Windows-1252",
};

interface ReadingPanelProps {
  reading: ImportReading;
  /** Reads the file again in another way; undefined where the browser has it no more. */
  onChange: ((choice: ReadingChoice) => void) | undefined;
}

/** How the file was read: its encoding or sheet, and the row of its headings; each can be chosen otherwise. */
export function ReadingPanel({ reading, onChange }: ReadingPanelProps) {
  const { t } = useLingui();
  const { encoding, sheet, sheets, headRow, top } = reading;
  if (top.length === 0) return null; // read before this was known
  const kept: ReadingChoice = {
    ...(encoding ? { encoding } : {}),
    ...(sheet ? { sheet } : {}),
    headRow,
  };
  return (
    <Row gap={12} align="end" role="group" aria-label={t`How the file was read`}>
      {encoding && (
        <SelectInput
          label={t`Encoding`}
          value={encoding}
          disabled={!onChange}
          data={Object.entries(encodingNames).map(([value, label]) => ({ value, label }))}
          onChange={(value) => value && onChange?.({ encoding: value as typeof encoding })} // one of the choices above
        />
      )}
      {sheet && (
        <SelectInput
          label={t`Sheet`}
          value={sheet}
          disabled={!onChange || sheets.length < 2}
          data={sheets.map((name) => ({ value: name, label: name }))}
          onChange={(name) => name && onChange?.({ sheet: name })}
        />
      )}
      <SelectInput
        label={t`Headings`}
        value={String(headRow)}
        disabled={!onChange}
        data={[
          { value: "0", label: t`None: the first row is data` },
          ...top.slice(0, -1).map(({ rowNo, cells }) => ({
            value: String(rowNo),
            label: t`Row ${rowNo}: ${cells.filter(Boolean).slice(0, 4).join(", ").slice(0, 60)}`,
          })),
        ]}
        onChange={(row) => row !== null && onChange?.({ ...kept, headRow: Number(row) })}
      />
      {!onChange && (
        <Text tone="dim" size="small" shape="block">
          <Trans>Choose the file again to read it in another way.</Trans>
        </Text>
      )}
    </Row>
  );
}
