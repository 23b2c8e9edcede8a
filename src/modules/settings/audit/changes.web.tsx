import { useLingui } from "@lingui/react/macro";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { ItemList } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";

interface Change {
  readonly name: string;
  /** Absent of a fact that nothing was before. */
  readonly from?: unknown;
  readonly to: unknown;
}

/** What an event changed, and the facts that it keeps. */
export function changesOf(changes: Readonly<Record<string, unknown>> | null): Change[] {
  return Object.entries(changes ?? {}).map(([name, value]) =>
    isPair(value) ? { name, from: value.from, to: value.to } : { name, to: value },
  );
}

function isPair(value: unknown): value is { from?: unknown; to?: unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => key === "from" || key === "to")
  );
}

/** Gives the function that says a value as a person would write it. */
export function useReadable() {
  const { t } = useLingui();
  const fmt = useFormat();
  const readable = (value: unknown): string => {
    if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
      return t`nothing`;
    if (typeof value === "boolean") return value ? t`yes` : t`no`;
    if (typeof value === "string") return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? fmt.instant(value) : value;
    if (Array.isArray(value)) return value.map(readable).join(", ");
    if (typeof value === "object")
      return Object.entries(value)
        .map(([name, one]) => `${name}: ${readable(one)}`)
        .join("; ");
    return String(value as number | bigint); // JSON holds nothing else
  };
  return readable;
}

/** Old and new below each other, all of them. */
export function AuditChanges({ changes }: { changes: readonly Change[] }) {
  const words = useWords();
  const readable = useReadable();
  return (
    <ItemList as="dl" isStacked>
      {changes.map((change) => (
        <div key={change.name}>
          <Text as="dt" tone="dim" size="small">
            {words(change.name)}
          </Text>
          <dd>
            {"from" in change && (
              <>
                <Text as="s" tone="dim">
                  {readable(change.from)}
                </Text>{" "}
                <Text tone="dim">→</Text>{" "}
              </>
            )}
            <Text as="b" weight={550} shape="lines">
              {readable(change.to)}
            </Text>
          </dd>
        </div>
      ))}
    </ItemList>
  );
}
