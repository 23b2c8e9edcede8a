import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconChevronLeft from "@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs";
import IconChevronRight from "@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs";
import { dayBeside } from "#shared/format/days.ts";
import { useMay } from "#web/api/session.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { SearchField } from "#web/list/search-field.tsx";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { HeadActions, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Note } from "#web/ui/note.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { trips } from "../trips.contract.ts";
import { timelineDate, type TimelineDay, type TimelineRows } from "./timeline.contract.ts";
import styles from "./timeline.module.css";

interface HeadProps {
  /** What is shown, in words. */
  title: string;
  date: string;
  rows: TimelineRows;
  span: "day" | "week";
  isList: boolean;
  show: (part: Record<string, unknown>) => void;
}

/** The head of the timeline: which day or week, of what, and how. */
export function TimelineHead({ title, date, rows, span, isList, show }: HeadProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const isPhone = useIsPhone();
  const may = useMay();
  const { search } = useAddress();
  const isWeek = span === "week";
  const said = search["date"] ?? "";
  const isStrange = said !== "" && !timelineDate.safeParse(said).success;
  return (
    <>
      <ScreenHead>
        <h1>{title}</h1>
        <Row as="span" gap={4} isTight>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={isWeek ? t`Week before` : t`Day before`}
            onClick={() => show({ date: dayBeside(date, isWeek ? -7 : -1) })}
          >
            <IconChevronLeft size={15} />
          </ActionIcon>
          <Button variant="default" onClick={() => show({ date: fmt.today() })}>
            <Trans>Today</Trans>
          </Button>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={isWeek ? t`Week after` : t`Day after`}
            onClick={() => show({ date: dayBeside(date, isWeek ? 7 : 1) })}
          >
            <IconChevronRight size={15} />
          </ActionIcon>
          <DateInput
            w={136}
            aria-label={t`Day`}
            value={date}
            isRequired
            onCommit={(chosen) => timelineDate.safeParse(chosen).success && show({ date: chosen })}
          />
        </Row>
        <SearchField
          value={typeof search["q"] === "string" ? search["q"] : ""}
          label={rows === "vehicles" ? t`Search vehicles` : t`Search drivers`}
          onSearch={(q) => show({ q, after: undefined })}
        />
        <HeadActions>
          <SegmentedControl
            size="xs"
            aria-label={t`Span`}
            value={span}
            data={[
              { value: "day", label: t`Day` },
              { value: "week", label: t`Week` },
            ]}
            onChange={(next) => show({ span: next === "week" ? next : undefined, after: undefined })}
          />
          <SegmentedControl
            size="xs"
            aria-label={t`Rows`}
            value={rows}
            data={[
              { value: "vehicles", label: t`Vehicles` },
              { value: "drivers", label: t`Drivers` },
            ]}
            onChange={(next) => show({ rows: next, q: undefined, after: undefined })}
          />
          {!isPhone && (
            <Button variant="default" aria-pressed={isList} onClick={() => show({ view: isList ? undefined : "list" })}>
              {isList ? <Trans>Show as timeline</Trans> : <Trans>Show as list</Trans>}
            </Button>
          )}
          {may(trips.create.can) && (
            <Button component="a" href="/fleet/trips/plan">
              <Trans>Plan a trip</Trans>
            </Button>
          )}
        </HeadActions>
      </ScreenHead>
      {isStrange && <Note icon="warn">{t`There is no day “${String(said)}”. Today is shown.`}</Note>}
    </>
  );
}

/** What the rows are, and their order: those that need somebody on top, or all of them by their names. */
export function Corner({ rows, show }: Pick<HeadProps, "rows" | "show">) {
  const { search } = useAddress();
  const isOn = search["sort"] !== "name";
  return (
    <Row as="span" justify="space-between" isTight>
      {rows === "vehicles" ? <Trans>Vehicles</Trans> : <Trans>Drivers</Trans>}
      <Button
        variant={isOn ? "light" : "subtle"}
        size="compact-xs"
        aria-pressed={isOn}
        onClick={() => show({ sort: isOn ? "name" : "need", after: undefined })}
      >
        <Trans>Needs you first</Trans>
      </Button>
    </Row>
  );
}

interface PagesProps extends Pick<HeadProps, "show"> {
  of: Pick<TimelineDay, "total" | "nextAfter"> & { readonly items: readonly unknown[] };
}

/** The way to further rows, where there are more than a page has. */
export function Pages({ of: { items, total, nextAfter }, show }: PagesProps) {
  const { search } = useAddress();
  if (nextAfter === null && search["after"] === undefined) return null;
  return (
    <Row justify="end" gap={8} className={styles["notes"]}>
      <Text tone="dim">
        <Trans>
          {items.length} of {total.count}
        </Trans>
      </Text>
      {search["after"] !== undefined && (
        <Button variant="default" size="compact-sm" onClick={() => show({ after: undefined })}>
          <Trans>To the first</Trans>
        </Button>
      )}
      {nextAfter !== null && (
        <Button variant="default" size="compact-sm" onClick={() => show({ after: nextAfter })}>
          <Trans>Go on</Trans>
        </Button>
      )}
    </Row>
  );
}
