import { useLingui as useI18n } from "@lingui/react";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useIsOnline } from "#web/shell/notices/offline-banner.tsx";
import { Note } from "#web/ui/note.tsx";
import { Chip } from "#web/ui/status/chip.tsx";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { DriverActionInput } from "./driver-actions/driver-actions.contract.ts";
import { Opens } from "./opens.web.tsx";
import type { Report } from "./phone-store.web.ts";
import { flagWords, kindWords } from "./phone-words.web.tsx";
import { useWhen } from "./use-when.web.ts";
import { dismiss, isUnsettled, useDriverPhone } from "./queue.web.ts";
import styles from "./driver-phone.module.css";

/** Where what was done lies: on this phone alone, or with the server, and since when. */
export function WhereItIs() {
  const when = useWhen();
  const { reports, fetchedAt, isVolatile, problem } = useDriverPhone();
  const isOnline = useIsOnline();
  const count = reports.filter(({ sentAt }) => sentAt === null).length;
  const last = reports.findLast(({ sentAt }) => sentAt !== null)?.sentAt ?? fetchedAt;
  return (
    <p className={styles["where"]} role="status" data-waiting={count}>
      {count > 0 ? (
        <Chip icon="warn">
          <Plural value={count} one="On this phone, # waiting" other="On this phone, # waiting" />
        </Chip>
      ) : (
        last && (
          <Chip icon="done" look="bare">
            <Trans>Sent, as of {when(last)}</Trans>
          </Chip>
        )
      )}
      {/* That there is no network, the frame says; what becomes of reports then, is said here in place of its words. */}
      {!isOnline && (
        <span className={styles["small"]}>
          <Trans>What you report is kept on this phone, and goes once there is a network.</Trans>
        </span>
      )}
      {problem && fetchedAt !== null && problem.code !== "offline" && !problem.isSilent && (
        <span className={styles["small"]}>{problem.message}</span>
      )}
      {isVolatile && (
        <Chip icon="bad">
          <Trans>This browser keeps nothing: leave the page open</Trans>
        </Chip>
      )}
    </p>
  );
}

/**
 * What was not entered as it was reported: the dispatcher has it, and its driver should know. A trip says what is of it, in one
 * line that opens; the list of trips only what is of none that is there.
 */
export function NotDone({ tripId }: { tripId?: string }) {
  const { reports, trips } = useDriverPhone();
  const isHere = ({ action }: Report) =>
    tripId === undefined ? !trips.some(({ id }) => id === action.tripId) : action.tripId === tripId;
  const isClockOff = reports.some(
    (one) => (tripId === undefined || isHere(one)) && one.answer?.flags.includes("clock_off"),
  );
  const notes = reports.filter((one) => isUnsettled(one) && isHere(one));
  return (
    <>
      {isClockOff && (
        <Note icon="warn">
          <Trans>The clock of this phone is wrong. Your times were set right; set the clock, too.</Trans>
        </Note>
      )}
      {notes.length > 0 && (
        <div role="status">
          <Opens
            label={
              <span className={styles["line"]}>
                <Glyph icon="warn" size={18} />
                <Plural value={notes.length} one="# report did not fit" other="# reports did not fit" />
              </span>
            }
          >
            {notes.map((one) => (
              <ReportNote key={one.seq} report={one} />
            ))}
          </Opens>
        </div>
      )}
    </>
  );
}

type Kind = DriverActionInput["kind"];
const isOfDelivery = ({ action }: Report, deliveryId: string) =>
  "deliveryId" in action && action.deliveryId === deliveryId;

/** The same of one delivery, where that stands. */
export function NotesOf({ deliveryId, kinds }: { deliveryId: string; kinds: readonly Kind[] }) {
  const { reports } = useDriverPhone();
  return reports
    .filter((one) => isUnsettled(one) && isOfDelivery(one, deliveryId) && kinds.includes(one.action.kind))
    .map((one) => <ReportNote key={one.seq} report={one} />);
}

/** Says whether something was not entered of a delivery as it was reported. */
export function useIsNoted(): (deliveryId: string) => boolean {
  const { reports } = useDriverPhone();
  return (deliveryId) => reports.some((one) => isUnsettled(one) && isOfDelivery(one, deliveryId));
}

function ReportNote({ report }: { report: Report }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const fmt = useFormat();
  const { trips } = useDriverPhone();
  const { action, answer } = report;
  const delivery = trips.flatMap(({ deliveries }) => deliveries).find(({ id }) => isOfDelivery(report, id));
  const what = [i18n._(kindWords[action.kind]), delivery?.deliveryNumber].filter(Boolean).join(" ");
  return (
    <Note
      icon="warn"
      actions={
        <button type="button" className={styles["quiet"]} onClick={() => void dismiss(report)}>
          {t`Read`}
        </button>
      }
    >
      <b>
        {what}, {fmt.instant(action.at)}
      </b>{" "}
      {answer?.outcome === "refused" ? (
        <Trans>is not of a trip of yours. Tell your dispatcher.</Trans>
      ) : (
        <>
          <Trans>was sent, and your dispatcher looks at it:</Trans>{" "}
          {answer?.flags.map((flag) => i18n._(flagWords[flag])).join("; ")}
        </>
      )}
    </Note>
  );
}
