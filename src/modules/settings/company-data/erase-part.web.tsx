import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { Instant } from "#web/ui/values/values.tsx";
import { Failed } from "#web/list/list-states.tsx";
import { SearchField } from "#web/list/search-field.tsx";
import { asProblem } from "#web/api/problem.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { ItemList } from "#web/ui/layout/layout.tsx";
import { erasures, type Leaver } from "../erasures/erasures.contract.ts";
import { EraseDialog } from "./erase-dialog.web.tsx";
import { nameOf } from "./leaver-name.web.ts";

const many = 6;

/** Who was removed from the company and is still named in it; each can be erased for good. */
export function ErasePart() {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<Leaver | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [erasures.list.path],
    queryFn: ({ signal }) => call(erasures.list, { signal }),
    meta: { quiet: true },
  });
  const items = data?.items ?? [];
  const shown = items.filter((one) =>
    `${nameOf(one)} ${one.email}`.toLocaleLowerCase().includes(q.toLocaleLowerCase()),
  );
  return (
    <>
      <p>
        <Trans>
          Name, address and phone of somebody who has left are taken out of every record, mail and event. What they did
          stays, by “Erased person”. It cannot be undone.
        </Trans>
      </p>
      {error && !data && (
        <Failed
          title={<Trans>The list did not load</Trans>}
          problem={asProblem(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && items.length === 0 && (
        <Text as="p" tone="dim" shape="block">
          <Trans>Nobody can be erased: only users who were removed can.</Trans>
        </Text>
      )}
      {items.length > many && <SearchField value={q} label={t`Search people`} onSearch={setQ} />}
      {items.length > 0 && shown.length === 0 && (
        <Text as="p" tone="dim" shape="block">
          <Trans>Nobody matches “{q}”.</Trans>
        </Text>
      )}
      <ItemList aria-label={t`People who were removed`}>
        {shown.map((one) => (
          <li key={one.userId}>
            <Text grows>
              <b>{nameOf(one)}</b> {one.email}
              <Text tone="dim" shape="block">
                <Trans>
                  removed <Instant at={one.removedAt} />
                </Trans>
              </Text>
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t`Erase ${nameOf(one)}`}
              onClick={() => setChosen(one)}
            >
              <Trans>Erase</Trans>
            </Button>
          </li>
        ))}
      </ItemList>
      {chosen && <EraseDialog person={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
