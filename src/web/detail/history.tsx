import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import type { z } from "zod";
import type { history } from "#shared/contract/contract.ts";
import { send } from "#web/api/api.ts";
import { statusStyleOf, type StatusStyles } from "#web/ui/status/chip.tsx";
import { Timeline, type Moment } from "#web/ui/status/timeline.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { historyKey } from "#web/list/data/cache.ts";
import type { Resource } from "#web/list/data/resource.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useHappened } from "./happened.ts";
import styles from "./detail.module.css";

interface HistoryProps {
  of: Resource;
  id: string;
  /** How the entity's states are drawn; an entry that changed the state shows it. */
  statusStyles?: StatusStyles<string> | undefined;
}

/** What happened to a record, newest first: who, when, what changed, and why. */
export function History({ of, id, statusStyles }: HistoryProps) {
  const fmt = useFormat();
  const happened = useHappened();
  const result = useQuery({
    queryKey: historyKey(of, id),
    queryFn: async ({ signal }) => {
      if (!of.history) throw new Error(`${of.list.path} keeps no history.`);
      return (await send(of.history, { id, signal })) as z.output<typeof history>; // the reply of that route
    },
  });
  const moments = (result.data?.items ?? []).map((entry): Moment => {
    const look =
      statusStyles && entry.toStatus !== null && entry.toStatus in statusStyles
        ? statusStyleOf(statusStyles, entry.toStatus)
        : undefined;
    return {
      id: entry.id,
      what: happened.what(entry),
      who: happened.who(entry),
      when: (
        <time dateTime={entry.at} title={fmt.instant(entry.at, "always")}>
          <bdi>{fmt.instant(entry.at)}</bdi>
        </time>
      ),
      icon: look?.icon,
      tone: look?.tone ?? (look?.icon === "done" ? "n" : undefined), // what is past asks nothing of anybody
      quote: [entry.reason, entry.note].filter(Boolean).join(" ") || undefined,
      detail: entry.changes && <Changes changes={entry.changes} />,
    };
  });
  return (
    <Section isSmall title={<Trans>What happened</Trans>}>
      {result.isSuccess && moments.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>Nothing yet</Trans>
        </Text>
      )}
      <Timeline moments={moments} />
    </Section>
  );
}

/** Old and new of the fields whose values are plain. */
function Changes({ changes }: { changes: Record<string, unknown> }) {
  const words = useWords();
  const { field } = useHappened();
  const { t } = useLingui();
  const fmt = useFormat();
  const said = (value: string | number | boolean): string => {
    if (typeof value === "boolean") return value ? t`Yes` : t`No`;
    const text = String(value);
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return fmt.instant(text);
    return /^[a-z]+(_[a-z]+)+$/.test(text) ? words(text) : /^\d{4}-\d\d-\d\d$/.test(text) ? fmt.date(text) : text;
  };
  const plain = Object.entries(changes).flatMap(([name, change]) => {
    const [from, to] = (["from", "to"] as const).map((end) => {
      const value = (change as Record<string, unknown> | null)?.[end]; // the server's `difference()`
      return Array.isArray(value) && value.every(isText) ? value.map(words).join(", ") : value;
    });
    return isPlain(from) && isPlain(to) && !(from == null && to == null) ? [{ name, from, to }] : [];
  });
  return (
    plain.length > 0 && (
      <dl className={styles.changes}>
        {plain.slice(0, 6).map(({ name, from, to }) => (
          <div key={name}>
            <dt>{field(name)}</dt>
            <dd>
              {from != null && from !== "" && <s>{said(from)}</s>}{" "}
              {to == null || to === "" ? <i>{t`emptied`}</i> : said(to)}
            </dd>
          </div>
        ))}
      </dl>
    )
  );
}

const isText = (value: unknown): value is string => typeof value === "string";

/** An id of another record says nothing to a person. */
const isId = (value: unknown) => isText(value) && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);
function isPlain(value: unknown): value is string | number | boolean | null | undefined {
  return (value === null || typeof value !== "object") && !isId(value);
}
