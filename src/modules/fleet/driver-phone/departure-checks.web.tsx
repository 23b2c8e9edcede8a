import { useLingui as useI18n } from "@lingui/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMay } from "#web/api/session.tsx";
import { useList } from "#web/list/data/use-list.ts";
import { ItemList, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { allDriverActions } from "./driver-actions/driver-actions.contract.ts";
import { checkWords } from "./phone-words.web.tsx";

/** What was looked at before a trip left, and what was not in order then; it stays, whether or not the report was settled. */
export function DepartureChecks({ tripId }: { tripId: string }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const fmt = useFormat();
  const may = useMay();
  const where = { tripId, kind: "start", sort: "happenedAt", limit: 5 } as const;
  const { records } = useList(allDriverActions, where, may(allDriverActions.list.can));
  const looked = records.filter(({ checks }) => checks.length > 0);
  if (looked.length === 0) return null;
  return (
    <Section title={<Trans>Checked before leaving</Trans>}>
      {looked.map(({ id, driverName, happenedAt, checks }) => (
        <Stack key={id} gap={6}>
          <ItemList aria-label={t`Checked by ${driverName}`}>
            {checks.map(({ item, isFine, note }) => (
              <li key={item}>
                <Glyph icon={isFine ? "done" : "warn"} size={14} />
                <span>
                  {i18n._(checkWords[item])}
                  {!isFine && (
                    <>
                      : <b>{note ?? t`not in order`}</b>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ItemList>
          <Text tone="dim" size="small">
            <Trans>
              Checked by {driverName}, {fmt.instant(happenedAt)}
            </Trans>
          </Text>
        </Stack>
      ))}
    </Section>
  );
}
