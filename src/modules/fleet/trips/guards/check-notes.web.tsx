import { Trans, useLingui } from "@lingui/react/macro";
import { inGroup } from "#shared/flow/groups.ts";
import { recordHref } from "#web/list/data/address.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { CheckList, CheckWords } from "../trip-words.web.tsx";
import type { Trip } from "../trips.contract.ts";
import { tripFlow } from "../trips.flow.ts";
import { CheckWay } from "./check-way.web.tsx";
import type { CheckOfTrip, TripAnswer, TripNote } from "./trip-check.contract.ts";
import { useChecks } from "./use-checks.web.ts";

/** What should keep a trip in the yard: what nobody has answered for, in red, and who has let it go all the same, and why. */
export function CheckNotes({ trip }: { trip: Trip }) {
  const { data: { items = [], notes = [] } = {} } = useChecks(trip);
  return (
    <>
      <Unanswered trip={trip} />
      <Open trip={trip} checks={items.filter(({ isAnswered }) => !isAnswered)} />
      <Answers answers={trip.answers} checks={items.filter(({ isAnswered }) => isAnswered)} />
      <OutsideWindows notes={notes} />
    </>
  );
}

/** What drives, or drove, though something should have kept it: until somebody with the right to has answered for it. */
function Unanswered({ trip: { legs, isUnanswered } }: { trip: Trip }) {
  const remarks = legs.flatMap((leg) => leg.remarks.filter(({ isOpen }) => isOpen));
  if (!isUnanswered || remarks.length === 0) return null;
  return (
    <Note icon="bad">
      <b>
        <Trans>It drove though this should have kept it, and nobody has answered for it yet</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {remarks.map((remark, at) => (
          <li key={at}>
            <CheckWords check={remark} />
          </li>
        ))}
      </Stack>
      <Text as="p" size="small">
        <Trans>Whoever may let a trip leave anyway answers for it with “Answer for it”, and says why.</Trans>
      </Text>
    </Note>
  );
}

/** What would keep it from being dispatched, while that can be mended; of a trip on the road what has come up since it left. */
function Open({ trip, checks }: { trip: Trip; checks: readonly CheckOfTrip[] }) {
  if (checks.length === 0) return null;
  const isOnTheRoad = inGroup(tripFlow, "running", trip.status);
  const mayAnswer = trip.steps.includes("dispatchAnyway");
  return (
    <Note icon={isOnTheRoad ? "warn" : "bad"}>
      <b>
        {isOnTheRoad ? (
          <Trans>It is on the road, and would not be dispatched as it is now</Trans>
        ) : (
          <Trans>Would not be dispatched as it is now</Trans>
        )}
      </b>
      <Stack as="ul" gap={2}>
        {checks.map((check) => (
          <li key={check.key}>
            <CheckWords check={check} /> <CheckWay trip={trip} check={check} />
          </li>
        ))}
      </Stack>
      {!isOnTheRoad && !mayAnswer && checks.every(({ isFinal }) => !isFinal) && (
        <Text as="p" size="small">
          <Trans>Mend it, or ask somebody who may let a trip leave anyway, such as a fleet manager.</Trans>
        </Text>
      )}
      {checks.some(({ isFinal }) => isFinal) && (
        <Text as="p" size="small">
          <Trans>What has left the fleet or the company is let go by nobody: put another one on the trip.</Trans>
        </Text>
      )}
    </Note>
  );
}

/** Who answers for it, when they did, and why. */
function Answers({ answers, checks }: { answers: readonly TripAnswer[]; checks: readonly CheckOfTrip[] }) {
  if (answers.length === 0) return null;
  return (
    <Note icon="done" tone="n">
      {answers.map((answer) => (
        <div key={`${answer.event} ${answer.at}`}>
          <AnswerWords answer={answer} />
        </div>
      ))}
      {checks.length > 0 && <CheckList checks={checks} />}
    </Note>
  );
}

function AnswerWords({ answer: { event, at, byName, reason } }: { answer: TripAnswer }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const [name, when, why] = [byName ?? t`Somebody`, fmt.instant(at), reason ?? ""];
  return {
    dispatchedAnyway: t`Let go by ${name}, ${when}, reason: ${why}`,
    vehicleChangedAnyway: t`Another vehicle let go by ${name}, ${when}, reason: ${why}`,
    driverChangedAnyway: t`Another driver let go by ${name}, ${when}, reason: ${why}`,
    assetChangedAnyway: t`Another trailer or asset let go by ${name}, ${when}, reason: ${why}`,
    deliveryAssignedAnyway: t`A delivery put on it anyway by ${name}, ${when}, reason: ${why}`,
    answeredFor: t`Answered for by ${name}, ${when}, reason: ${why}`,
  }[event];
}

/** What the trip would bring too early or too late; it may leave with it all the same. */
function OutsideWindows({ notes }: { notes: readonly TripNote[] }) {
  const { t } = useLingui();
  const fmt = useFormat();
  if (notes.length === 0) return null;
  return (
    <Note icon="warn">
      <b>
        <Trans>Deliveries outside of their windows</Trans>
      </b>
      <Stack as="ul" gap={2}>
        {notes.map(({ code, deliveryId, deliveryNumber, plannedArrival, windowStart, windowEnd }) => {
          const [planned, from, until] = [plannedArrival, windowStart, windowEnd].map((at) => fmt.instant(at));
          return (
            <li key={deliveryId}>
              <a href={recordHref("/fleet/deliveries/details", deliveryId)}>{deliveryNumber}</a>{" "}
              {code === "too_early"
                ? t`too early: planned for ${planned}, wanted from ${from} to ${until}`
                : t`too late: planned for ${planned}, wanted from ${from} to ${until}`}
            </li>
          );
        })}
      </Stack>
    </Note>
  );
}
