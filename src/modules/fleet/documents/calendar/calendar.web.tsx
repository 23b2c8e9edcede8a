import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { HeadActions, Screen, ScreenBody, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { SiteZone } from "#web/ui/values/use-format.ts";
import { documentSubject } from "../../document-types/document-types.contract.ts";
import { calendarWeek, documentCalendar } from "./calendar.contract.ts";
import type { DocumentCalendarReply, EndingDocument } from "./calendar.contract.ts";
import { EndingRows } from "./ending-rows.web.tsx";
import { Legend, Ribbon } from "./ribbon.web.tsx";
import styles from "./calendar.module.css";

type Subject = EndingDocument["subject"];

/** `/fleet/documents/calendar`: which papers have ended and end within twelve weeks, and what each of them stops. */
export function DocumentCalendar() {
  const { search } = useAddress();
  const query = {
    subject: documentSubject.options.find((one) => one === search["subject"]),
    week: calendarWeek.safeParse(search["week"]).data,
  };
  const { data, error, refetch } = useQuery({
    queryKey: [documentCalendar.read.path, query],
    queryFn: ({ signal }) => call(documentCalendar.read, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true, follows: documentCalendar.read.reads },
  });
  if (error && !data)
    return (
      <Failed
        isPage
        title={<Trans>The calendar did not load</Trans>}
        problem={asProblem(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <DetailSkeleton />;
  return (
    <SiteZone value={data.timezone}>
      <Shown calendar={data} subject={query.subject} week={query.week} />
    </SiteZone>
  );
}

interface ShownProps {
  calendar: DocumentCalendarReply;
  subject: Subject | undefined;
  week: string | undefined;
}

function Shown({ calendar, subject, week }: ShownProps) {
  const { t } = useLingui();
  const { go, search } = useAddress();
  const { items, subjects, weeks, total } = calendar;
  const show = (part: Record<string, unknown>) => go({ search: { ...search, ...part }, replace: true });
  const titles: Readonly<Record<Subject, string>> = {
    vehicle: t`Vehicles`,
    driver: t`Drivers`,
    asset: t`Assets`,
    trip: t`Trips`,
    delivery: t({ context: "fleet", message: "Deliveries" }),
    company: t`Company`,
  };
  const countOf = (one: Subject) => subjects.find((of) => of.subject === one)?.count ?? 0;
  const kinds = (Object.keys(titles) as Subject[]).filter((one) => one === subject || countOf(one) > 0); // its own keys
  const [ended] = weeks;
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>What ends when</Trans>
        </h1>
        {ended !== undefined && ended.count > 0 && (
          <Text tone="dim">
            <Trans>
              Ended: {ended.count}, of them blocking: {ended.blocking}
            </Trans>
          </Text>
        )}
        <HeadActions>
          <Button component="a" variant="default" href="/fleet/documents">
            <Trans>All documents</Trans>
          </Button>
        </HeadActions>
      </ScreenHead>
      <Tabs
        label={t`What papers are about`}
        tabs={[
          { name: "all", title: <Trans>All</Trans>, count: subjects.reduce((sum, { count }) => sum + count, 0) },
          ...kinds.map((name) => ({ name, title: titles[name], count: countOf(name) })),
        ]}
        chosen={subject ?? "all"}
        onChoose={(name) => show({ subject: name === "all" ? undefined : name })}
      >
        <ScreenBody>
          <div className={styles["overview"]}>
            <Ribbon calendar={calendar} chosen={week} onChoose={(chosen) => show({ week: chosen })} />
            <Legend weeks={weeks} />
          </div>
          {week !== undefined && total > 0 && (
            <div>
              <Button variant="subtle" size="compact-sm" onClick={() => show({ week: undefined })}>
                <Trans>Show all weeks</Trans>
              </Button>
            </div>
          )}
          {total === 0 ? (
            <Nothing week={week} onAll={() => show({ week: undefined })} />
          ) : (
            <EndingRows calendar={calendar} />
          )}
          {total > items.length && (
            <p className={styles["more"]}>
              <Trans>
                The first {items.length} of {total} are shown.
              </Trans>{" "}
              <a href={`/fleet/documents?validity=expired,expiring&sort=endsOn${subject ? `&subject=${subject}` : ""}`}>
                <Trans>All documents that end</Trans>
              </a>
            </p>
          )}
        </ScreenBody>
      </Tabs>
    </Screen>
  );
}

function Nothing({ week, onAll }: { week: string | undefined; onAll: () => void }) {
  return week === undefined ? (
    <EmptyState drawing="route" title={<Trans>Nothing ends</Trans>}>
      <Trans>No verified paper has ended or ends within the weeks above.</Trans>
    </EmptyState>
  ) : (
    <EmptyState
      title={<Trans>No paper ends in this week</Trans>}
      actions={
        <Button variant="default" onClick={onAll}>
          <Trans>Show all weeks</Trans>
        </Button>
      }
    />
  );
}
