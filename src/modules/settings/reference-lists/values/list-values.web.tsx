import { ActionIcon, Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconArrowLeft from "@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs";
import { useState } from "react";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { Failed } from "#web/list/list-states.tsx";
import { SearchField } from "#web/list/search-field.tsx";
import { asProblem } from "#web/api/problem.ts";
import type { ReferenceValue } from "../reference-lists.contract.ts";
import { noValues, useListChoice, useValues, type List } from "../use-lists.web.ts";
import { ValueForm } from "./value-form.web.tsx";
import { ValueTable } from "./value-table.web.tsx";
import styles from "../reference-lists.module.css";

/** One list: what it is for, and its values. */
export function ListValues({ list, mayEdit }: { list: List; mayEdit: boolean }) {
  const { t } = useLingui();
  const words = useWords();
  const isPhone = useIsPhone();
  const { q, find, choose } = useListChoice();
  const { data, error, refetch } = useValues(list.list);
  const [edited, setEdited] = useState<ReferenceValue | null>(null);
  const values = data?.items ?? noValues;
  const wanted = q.toLocaleLowerCase();
  const shown = values.filter(({ code, label }) =>
    `${code} ${label} ${words({ id: label })}`.toLocaleLowerCase().includes(wanted),
  );
  return (
    <section className={styles.main} aria-labelledby="list-title">
      <div className={styles.about}>
        {isPhone && (
          <ActionIcon variant="default" size={44} aria-label={t`All lists`} onClick={() => choose(undefined)}>
            <IconArrowLeft size={18} stroke={1.8} />
          </ActionIcon>
        )}
        <div>
          <h2 id="list-title">{words({ id: list.title })}</h2>
          <p>
            {list.isEditable ? (
              words({ id: list.meaning })
            ) : (
              <Trans>
                What happens follows these states, so there are no more and no fewer of them, and their codes mean the
                same in every company. How they are called, and in which colour, is yours.
              </Trans>
            )}
          </p>
        </div>
        <SearchField key={list.list} value={q} label={t`Find a value`} onSearch={find} />
      </div>
      {error && !data && (
        <Failed
          title={<Trans>The list did not load</Trans>}
          problem={asProblem(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data &&
        shown.length === 0 &&
        (q === "" ? (
          <EmptyState drawing="route" title={<Trans>No values yet</Trans>} />
        ) : (
          <EmptyState
            title={<Trans>No value matches “{q}”</Trans>}
            actions={
              <Button variant="default" onClick={() => find("")}>
                <Trans>Clear the search</Trans>
              </Button>
            }
          />
        ))}
      {shown.length > 0 && (
        <ValueTable key={list.list} list={list} values={values} shown={shown} mayEdit={mayEdit} onEdit={setEdited} />
      )}
      {edited && <ValueForm list={list} value={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}
