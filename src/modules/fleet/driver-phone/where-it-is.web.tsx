import { useLingui as useI18n } from "@lingui/react";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Chip } from "#web/ui/status/chip.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { flagWords, kindWords } from "./phone-words.web.tsx";
import { useWhen } from "./use-when.web.ts";
import { dismiss, isUnsettled, useDriverPhone } from "./queue.web.ts";
import styles from "./driver-phone.module.css";

/** Where what was done lies: on this phone alone, or with the server, and since when. */
export function WhereItIs() {
  const when = useWhen();
  const { reports, fetchedAt, isVolatile, problem } = useDriverPhone();
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
      {/* That there is no network, the frame says. */}
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

/** What was not entered as it was reported: the dispatcher has it, and its driver should know. */
export function NotDone() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const fmt = useFormat();
  const { reports } = useDriverPhone();
  const isClockOff = reports.some(({ answer }) => answer?.flags.includes("clock_off"));
  return (
    <>
      {isClockOff && (
        <Note icon="warn">
          <Trans>The clock of this phone is wrong. Your times were set right; set the clock, too.</Trans>
        </Note>
      )}
      {reports.filter(isUnsettled).map((one) => (
        <Note
          key={one.seq}
          icon="warn"
          actions={
            <button type="button" className={styles["quiet"]} onClick={() => void dismiss(one)}>
              {t`Read`}
            </button>
          }
        >
          <b>
            {i18n._(kindWords[one.action.kind])}, {fmt.instant(one.action.at)}
          </b>{" "}
          {one.answer?.outcome === "refused" ? (
            <Trans>is not of a trip of yours. Tell your dispatcher.</Trans>
          ) : (
            <>
              <Trans>was sent, and your dispatcher looks at it:</Trans>{" "}
              {one.answer?.flags.map((flag) => i18n._(flagWords[flag])).join("; ")}
            </>
          )}
        </Note>
      ))}
    </>
  );
}
