import { msg } from "@lingui/core/macro";
import { useWords } from "#web/ui/values/labels.ts";
import { useHappened } from "#web/detail/happened.ts";
import { columnsOf, type Column } from "#web/list/grid/columns.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import type { AuditEvent } from "./audit.contract.ts";
import { AuditRecord } from "./audit-record.web.tsx";
import { AuditTime } from "./audit-time.web.tsx";
import { changesOf, useReadable } from "./changes.web.tsx";

/** The columns of the trail, with the words of the record histories. */
export function useAuditColumns(): readonly Column<AuditEvent>[] {
  const words = useWords();
  const happened = useHappened();
  const readable = useReadable();
  const said = ({ reason, note }: AuditEvent) => [reason, note].filter(Boolean).join(" ");
  const changed = ({ changes }: AuditEvent) =>
    changesOf(changes)
      .map(
        (change) =>
          `${words(change.name)} ${"from" in change ? `${readable(change.from)} → ` : ""}${readable(change.to)}`,
      )
      .join(", ");
  // beside the action, on a phone
  const about = (event: AuditEvent) => `${event.recordName ?? words(event.entity)}, ${happened.who(event)}`;
  return columnsOf<AuditEvent>((c) => [
    { ...c.custom("at", { label: msg`Time`, width: 116, cell: ({ at }) => <AuditTime at={at} /> }), part: "figure" },
    { ...c.custom("actorName", { label: msg`Who`, width: 170, cell: happened.who }), text: about },
    {
      ...c.custom("step", {
        label: msg`What`,
        width: 190,
        cell: (event) => <Text weight={500}>{happened.what(event)}</Text>,
      }),
      part: "record",
      grows: 1,
      text: happened.what,
    },
    {
      ...c.custom("recordName", { label: msg`Record`, width: 230, cell: (event) => <AuditRecord event={event} /> }),
      grows: 1,
    },
    { ...c.custom("changes", { label: msg`Changes`, width: 240, cell: changed }), grows: 3, text: changed },
    { ...c.custom("reason", { label: msg`Reason or note`, width: 180, cell: said }), grows: 2, text: said },
    c.text("address", { width: 120, hidden: true }),
    c.text("requestId", { label: msg`Request`, width: 160, hidden: true }),
  ]);
}
