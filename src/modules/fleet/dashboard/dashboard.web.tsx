import { useQuery } from "@tanstack/react-query";
import { Plural, Trans } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { useUser } from "#web/api/session.tsx";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { Failed } from "#web/list/list-states.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Screen, ScreenBody, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { fleetDashboard, type FleetDashboardReply } from "./dashboard.contract.ts";
import { FailedDeliveries, UntoldDeliveries, WaitingDeliveries } from "./deliveries.web.tsx";
import { Departures, NeedsYou } from "./needs-you.web.tsx";
import { Numbers } from "./numbers.web.tsx";
import { UnansweredTrips, UnsettledReports } from "./reports.web.tsx";
import { EndingPapers, FreeDrivers, FreeVehicles } from "./resources.web.tsx";
import styles from "./dashboard.module.css";

/** A minute view: what changes is told at once, and what only time changes is asked for. */
const everyMs = 30_000;

/** `/fleet/dashboard`: what of the fleet needs somebody now, who and what is free, and the numbers behind it. */
export function FleetDashboard() {
  const { data, error, refetch } = useQuery({
    queryKey: [fleetDashboard.read.path],
    queryFn: ({ signal }) => call(fleetDashboard.read, { signal }),
    refetchInterval: everyMs,
    meta: { quiet: true, follows: fleetDashboard.read.reads },
  });
  if (error && !data)
    return (
      <Failed
        isPage
        title={<Trans>The dashboard did not load</Trans>}
        problem={asProblem(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <DetailSkeleton />;
  return (
    <SiteZone value={data.timezone}>
      <Shown reply={data} />
    </SiteZone>
  );
}

function Shown({ reply }: { reply: FleetDashboardReply }) {
  const fmt = useFormat();
  const user = useUser();
  const { trips, deliveries, vehicles, drivers, papers } = reply;
  const waits =
    (trips
      ? trips.late.count +
        trips.waiting.count +
        trips.overruns.count +
        trips.departures.count +
        trips.unsettled.count +
        trips.unanswered.count
      : 0) + (deliveries ? deliveries.undecided.count + deliveries.untold.count + deliveries.waiting.late : 0);
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>Good day, {user.firstName}</Trans>
        </h1>
        <Text tone="dim">
          {(trips || deliveries) && (
            <Plural
              value={waits}
              _0="Nothing waits for you."
              one="# thing waits for you."
              other="# things wait for you."
            />
          )}{" "}
          <Trans>As of {fmt.time(reply.now)}</Trans>
        </Text>
      </ScreenHead>
      <ScreenBody>
        <Stack gap={16}>
          <div className={styles["now"]}>
            {(trips || deliveries) && (
              <Stack gap={16}>
                {trips && <NeedsYou trips={trips} />}
                {trips && trips.unanswered.count > 0 && <UnansweredTrips unanswered={trips.unanswered} />}
                {trips && trips.unsettled.count > 0 && <UnsettledReports unsettled={trips.unsettled} />}
                {deliveries && deliveries.untold.count > 0 && <UntoldDeliveries untold={deliveries.untold} />}
                {deliveries && <FailedDeliveries undecided={deliveries.undecided} />}
              </Stack>
            )}
            <Stack gap={16}>
              {trips && <Departures departures={trips.departures} />}
              {papers && <EndingPapers papers={papers} />}
            </Stack>
            {(deliveries || vehicles || drivers) && (
              <Stack gap={16}>
                {deliveries && <WaitingDeliveries waiting={deliveries.waiting} />}
                {vehicles && <FreeVehicles vehicles={vehicles} />}
                {drivers && <FreeDrivers drivers={drivers} />}
              </Stack>
            )}
          </div>
          <h2>
            <Trans>Numbers</Trans>
          </h2>
          <Numbers reply={reply} />
        </Stack>
      </ScreenBody>
    </Screen>
  );
}
