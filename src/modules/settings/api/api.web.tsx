import { useQuery } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { send } from "#web/api/api.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { SearchField } from "#web/list/search-field.tsx";
import { asProblem } from "#web/api/problem.ts";
import { Screen, ScreenHead, Toolbar } from "#web/ui/layout/screen.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import styles from "./api.module.css";
import { CallRow } from "./call-row.web.tsx";
import { groupsOf, type ApiDocument } from "./document.web.ts";
import { FirstSteps } from "./first-steps.web.tsx";
import { useArrival } from "./use-arrival.web.ts";

const path = "/api/openapi.json";

/** Every call that Waybill answers, for whoever writes a program that talks to it; made of its OpenAPI document. */
export function ApiReference() {
  const { t } = useLingui();
  const { search, go } = useAddress();
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => (await send({ method: "GET", path }, { signal })) as ApiDocument,
    staleTime: Infinity,
    meta: { quiet: true },
  }); // what server/openapi/openapi.ts writes
  const q = typeof search["q"] === "string" ? search["q"] : "";
  if (error && !data)
    return (
      <Failed title={<Trans>The API did not load</Trans>} problem={asProblem(error)} onRetry={() => void refetch()} />
    );
  if (!data) return <DetailSkeleton />;
  const groups = groupsOf(data, q.trim());
  const count = groups.reduce((sum, [, calls]) => sum + calls.length, 0);
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>API</Trans>
        </h1>
        <Text tone="dim" role="status">
          <Plural value={count} one="# call" other="# calls" />
        </Text>
        <Row atEnd>
          <Text as="a" tone="link" href={path} target="_blank" rel="noreferrer">
            <Trans>OpenAPI document</Trans>
          </Text>
        </Row>
      </ScreenHead>
      <Toolbar>
        <SearchField
          value={q}
          label={t`Find a call`}
          onSearch={(text) => go({ search: text ? { q: text } : {}, replace: true })}
        />
      </Toolbar>
      <div className={styles.columns}>
        <nav className={styles.rail} aria-label={t`Groups of calls`}>
          {groups.map(([name, calls]) => (
            <a key={name} href={`#${name}`}>
              <GroupName name={name} /> <small>{calls.length}</small>
            </a>
          ))}
        </nav>
        <div className={styles.main} role="region" aria-label={t`Calls`} tabIndex={0}>
          {q === "" && <FirstSteps />}
          {count === 0 && <EmptyState title={<Trans>No call matches “{q}”</Trans>} />}
          {groups.map(([name, calls]) => (
            <section key={name} aria-labelledby={name}>
              <GroupHead name={name} />
              {calls.map((call) => (
                <CallRow key={call.operationId} document={data} call={call} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Screen>
  );
}

function GroupHead({ name }: { name: string }) {
  const ref = useArrival<HTMLHeadingElement>(name);
  return (
    <h2 ref={ref} id={name} tabIndex={-1} className={styles.group}>
      <GroupName name={name} />
    </h2>
  );
}

/** `warehouse/purchase-orders` as words: the module, the entity. */
function GroupName({ name }: { name: string }) {
  const words = useWords();
  return name
    .split("/")
    .map((part) => words(part))
    .join(" · ");
}
