import { ActionIcon, Button } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconChevronLeft from "@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs";
import IconChevronRight from "@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs";
import { useState, type ReactNode } from "react";
import { call } from "#web/api/api.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DateInput } from "#web/ui/inputs/date-input.tsx";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { useList } from "#web/list/data/use-list.ts";
import { asProblem } from "#web/api/problem.ts";
import { useMay, useUser } from "#web/api/session.tsx";
import { Note } from "#web/ui/note.tsx";
import { HeadActions, Screen, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { locations } from "#modules/settings/locations/locations.contract.ts";
import { plannedDay } from "../../docks/docks.contract.ts";
import { inGroup } from "#shared/flow/groups.ts";
import { dayBeside, longDate } from "#shared/format/days.ts";
import { BoardCard } from "./board-card.web.tsx";
import { BoardGrid } from "./board-grid.web.tsx";
import { BoardList } from "./board-list.web.tsx";
import { isLate, useCardStyle } from "./board-state.web.ts";
import { deliverySchedules, type Board, type DeliveryCard } from "../delivery-schedules.contract.ts";
import { cityOf } from "../delivery-schedules.status.web.ts";
import { WalkIn } from "../floor/walk-in.web.tsx";
import { MoveDialog } from "./move-dialog.web.tsx";
import { useNow } from "./use-now.web.ts";
import styles from "./dock-board.module.css";
import { deliveryScheduleFlow } from "../delivery-schedules.flow.ts";

const everyMs = 30_000;

/** `/warehouse/delivery-schedules/calenders`: the docks of a location and what comes to them on one day. */
export function DockBoard() {
  const { search } = useAddress();
  const { records: sites, isFirstLoad } = useList(locations, { limit: 100, sort: "name" });
  const text = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const withDocks = sites.filter(({ dockCount }) => dockCount > 0);
  const { lastSite } = useLastSite();
  const locationId = text("locationId") ?? withDocks.find(({ id }) => id === lastSite)?.id;
  const date = plannedDay.safeParse(search["date"]).data;
  const { data, error, refetch } = useQuery({
    queryKey: [deliverySchedules.board.path, { locationId, date }],
    queryFn: ({ signal }) => call(deliverySchedules.board, { query: { locationId, date }, signal }),
    enabled: locationId !== undefined || withDocks.length > 0,
    refetchInterval: everyMs,
    placeholderData: (before) => (before?.locationId === (locationId ?? before?.locationId) ? before : undefined),
    meta: { quiet: true, follows: deliverySchedules.board.reads },
  });
  if (!isFirstLoad && withDocks.length === 0 && locationId === undefined) return <NoDocks />;
  if (error && !data)
    return (
      <Failed
        isPage
        title={<Trans>The board did not load</Trans>}
        problem={asProblem(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <DetailSkeleton />;
  return (
    <SiteZone value={data.locationTimezone}>
      <Day board={data} sites={withDocks} />
    </SiteZone>
  );
}

/** The site that this person chose last in this browser, "" before they have chosen any. */
function useLastSite() {
  const { userId } = useUser();
  const [lastSite, keepSite] = useLocalStorage({
    key: `waybill-board-site:${userId}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  return { lastSite, keepSite };
}

function Day({ board, sites }: { board: Board; sites: readonly { id: string; name: string }[] }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const now = useNow();
  const isPhone = useIsPhone();
  const may = useMay();
  const { keepSite } = useLastSite();
  const { go, search } = useAddress();
  const [moving, setMoving] = useState<DeliveryCard | null>(null);
  const isList = isPhone || search["view"] === "list";
  const show = (part: Record<string, unknown>) => go({ search: { ...search, ...part }, replace: true });
  const code = board.docks.find(({ id }) => id === moving?.dockId)?.code ?? null;
  return (
    <Screen>
      <ScreenHead>
        <h1>{longDate(board.date, fmt.locale)}</h1>
        <Row as="span" gap={4} isTight>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t`Day before`}
            onClick={() => show({ date: dayBeside(board.date, -1) })}
          >
            <IconChevronLeft size={15} />
          </ActionIcon>
          <Button variant="default" onClick={() => show({ date: fmt.today() })}>
            <Trans>Today</Trans>
          </Button>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t`Day after`}
            onClick={() => show({ date: dayBeside(board.date, 1) })}
          >
            <IconChevronRight size={15} />
          </ActionIcon>
          <DateInput
            w={136}
            aria-label={t`Day`}
            value={board.date}
            isRequired
            onCommit={(date) => plannedDay.safeParse(date).success && show({ date })}
          />
        </Row>
        <SelectInput
          size="xs"
          w={220}
          aria-label={t`Location`}
          value={board.locationId}
          data={sites.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(locationId) => {
            keepSite(locationId ?? "");
            show({ locationId });
          }}
        />
        <Text tone="dim">
          <Trans>{cityOf(board.locationTimezone)} time</Trans>
        </Text>
        <HeadActions>
          {!isPhone && (
            <Button variant="default" aria-pressed={isList} onClick={() => show({ view: isList ? undefined : "list" })}>
              {isList ? <Trans>Show as board</Trans> : <Trans>Show as list</Trans>}
            </Button>
          )}
          {isPhone && <WalkIn locationId={board.locationId} />}
          {may(deliverySchedules.create.can) && (
            <Button component="a" href={`/warehouse/delivery-schedules/new?date=${board.date}`}>
              <Trans>Book a dock</Trans>
            </Button>
          )}
        </HeadActions>
      </ScreenHead>
      <StrangeDay />
      <Summary board={board} now={now}>
        {!isPhone && <WalkIn locationId={board.locationId} />}
      </Summary>
      <div className={styles.parts}>
        {isList ? (
          <BoardList board={board} now={now} onMove={setMoving} />
        ) : board.docks.length === 0 ? (
          <NoDocks />
        ) : (
          <BoardGrid board={board} now={now} onMove={setMoving} />
        )}
        {!isPhone && <Tray board={board} now={now} onMove={setMoving} />}
      </div>
      {moving && (
        <MoveDialog
          delivery={{ ...moving, dockCode: code }}
          locationId={board.locationId}
          zone={board.locationTimezone}
          onClose={() => setMoving(null)}
        />
      )}
    </Screen>
  );
}

/** Says that the address names no day. */
function StrangeDay() {
  const { t } = useLingui();
  const date = useAddress().search["date"];
  if (date === undefined || date === "" || plannedDay.safeParse(date).success) return null;
  return <Note icon="warn">{t`There is no day “${String(date)}”. Today is shown.`}</Note>;
}

/** The day in one line of counts. */
function Summary({ board, now, children }: { board: Board; now: number; children: ReactNode }) {
  const { t } = useLingui();
  const look = useCardStyle(board, now);
  const cards = [...board.unplaced, ...board.docks.flatMap(({ deliveries }) => deliveries)];
  const shapes = cards.map((card) => ({ card, icon: look(card).icon }));
  const count = (is: (one: (typeof shapes)[number]) => boolean) => shapes.filter(is).length;
  const counts: readonly [number, string, IconName | null][] = [
    [cards.length, t`booked`, null],
    [count(({ icon }) => icon === "done"), t`done`, "done"],
    [
      count(({ card }) => inGroup(deliveryScheduleFlow, "atDock", card.status) && card.dockClearedAt === null),
      t`unloading`,
      "live",
    ],
    [count(({ card }) => card.status === "arrived"), t`at the gate`, "live"],
    [count(({ card }) => isLate(card, board, now)), t`late`, "late"],
    [count(({ card, icon }) => icon === "warn" && !isLate(card, board, now)), t`to look at`, "warn"],
    [count(({ icon }) => icon === "wait"), t`to be accepted`, "wait"],
    [count(({ icon }) => icon === "ended"), t`fallen through`, "ended"],
    [board.unplaced.length, t`without a dock`, "warn"],
  ];
  return (
    <div className={styles.summary} role="region" aria-label={t`Summary`} tabIndex={0}>
      {counts
        .filter(([n], at) => n > 0 || at === 0)
        .map(([n, label, icon]) => (
          <span key={label}>
            {icon && <Glyph icon={icon} size={13} />}
            <b>{n}</b> {label}
          </span>
        ))}
      {children && <span className={styles.summaryEnd}>{children}</span>}
    </div>
  );
}

/** What has no dock, and who waits at the gate. */
function Tray({ board, now, onMove }: { board: Board; now: number; onMove: (card: DeliveryCard) => void }) {
  const { t } = useLingui();
  const look = useCardStyle(board, now);
  const waiting = board.docks
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ status, dockedAt }) => status === "arrived" && dockedAt === null);
  const placeless = board.unplaced.filter(({ mark }) => mark !== "needs_door");
  const atGate = [...board.unplaced.filter(({ mark }) => mark === "needs_door"), ...waiting];
  if (board.unplaced.length === 0 && waiting.length === 0) return null;
  return (
    <aside className={styles.tray} aria-label={t`Not placed and at the gate`} tabIndex={0}>
      {placeless.length > 0 && (
        <h2>
          <Trans>Needs a time</Trans>
        </h2>
      )}
      {placeless.map((card) => (
        <BoardCard key={card.id} card={card} look={look(card)} onMove={onMove} />
      ))}
      {atGate.length > 0 && (
        <h2>
          <Trans>At the gate</Trans>
        </h2>
      )}
      {atGate.map((card) => (
        <BoardCard key={card.id} card={card} look={look(card)} onMove={onMove} />
      ))}
    </aside>
  );
}

function NoDocks() {
  return (
    <EmptyState
      drawing="open"
      title={<Trans>No docks yet</Trans>}
      actions={
        <Button component="a" href="/warehouse/delivery-schedules/docks">
          <Trans>Add docks</Trans>
        </Button>
      }
    >
      <Trans>The board shows the docks of a location side by side. Add the first one.</Trans>
    </EmptyState>
  );
}
