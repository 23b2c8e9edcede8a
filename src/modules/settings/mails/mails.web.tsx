import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { StateChip, type StatusStyles } from "#web/ui/status/chip.tsx";
import { Note } from "#web/ui/note.tsx";
import { SummaryBar } from "#web/ui/summary-bar.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import type { Naming } from "#web/ui/values/labels.ts";
import { DetailSkeleton } from "#web/detail/detail-skeleton.tsx";
import { RecordMissing } from "#web/detail/detail-states.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { useRecord } from "#web/list/data/use-record.ts";
import { useCrumb } from "#web/shell/crumbs.tsx";
import { Screen, ScreenBody, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Panel } from "#web/ui/layout/layout.tsx";
import { mails, type MailRecord } from "./mails.contract.ts";

const naming: Naming = {
  one: msg`mail`,
  many: msg`mails`,
  about: msg`Every mail that Waybill sends is noted here. Without a mail server its text is kept here too, without the links' secrets.`,
};
const statusStyles: StatusStyles<MailRecord["status"]> = {
  queued: "wait",
  sent: { icon: "done", tone: "n" },
  kept: { icon: "done", tone: "n", label: msg`Kept here` },
  failed: "bad",
};

const columns = columnsOf<MailRecord>((c) => [
  c.link("subject"),
  c.text("recipient", { label: msg`Recipient`, width: 280 }),
  c.badge("status", statusStyles, { width: 130 }),
  c.date("createdAt", { label: msg`Written`, width: 120 }),
  c.date("sentAt", { label: msg`Sent`, width: 120, hidden: true }),
  c.text("error", { hidden: true }),
]);

export const MailList = () => (
  <ListScreen
    of={mails}
    naming={naming}
    columns={columns}
    opens="/settings/mails/details"
    summary={<Trans>what left, and what is kept on this machine</Trans>}
  />
);

/** One mail as its reader gets it: the text, with its links but for their secrets. */
export function MailDetail() {
  const { search } = useAddress();
  const id = typeof search["id"] === "string" ? search["id"] : null;
  const { record, isPlaceholder, problem, retry } = useRecord(mails, id);
  useCrumb(record?.subject);
  if (problem && !record) return <RecordMissing naming={naming} problem={problem} onRetry={retry} />;
  if (!record) return <DetailSkeleton />;
  return (
    <Screen>
      <ScreenHead>
        <h1>{record.subject}</h1>
        <StateChip statusStyles={statusStyles} state={record.status} />
      </ScreenHead>
      <ScreenBody>
        <SummaryBar
          cells={[
            { label: msg`Recipient`, value: record.recipient },
            { label: msg`Written`, value: <Instant at={record.createdAt} /> },
            { label: msg`Sent`, value: <Instant at={record.sentAt} /> },
          ]}
        />
        {record.error && (
          <Note icon="bad">
            <b>
              <Trans>It could not be sent.</Trans>
            </b>{" "}
            {record.error}
          </Note>
        )}
        {record.text && (
          <Panel as="article" pad="20px 24px">
            <Text shape="lines">
              <LinkedText text={record.text} />
            </Text>
          </Panel>
        )}
        {!isPlaceholder && record.isMasked && (
          <Note icon="open">
            <Trans>What lets somebody in is not shown here: it is for whoever gets the mail.</Trans>
          </Note>
        )}
        {!isPlaceholder && !record.text && (
          <Text as="p" tone="dim">
            {record.status === "kept" ? (
              <Trans>The text was cleared from this machine.</Trans>
            ) : (
              <Trans>The text went to the mail server and is not kept here.</Trans>
            )}
          </Text>
        )}
      </ScreenBody>
    </Screen>
  );
}

/** Plain text with its addresses as links; each opens beside this page, as it would from a mail. One that is masked leads nowhere. */
function LinkedText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/);
  return parts.map((part, at) =>
    at % 2 === 1 && !part.includes("•") ? (
      <Text as="a" tone="link" key={at} href={part} target="_blank" rel="noreferrer">
        {part}
      </Text>
    ) : (
      part
    ),
  );
}
