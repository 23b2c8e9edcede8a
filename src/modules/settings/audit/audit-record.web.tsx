import { useWords } from "#web/ui/values/labels.ts";
import { recordHref } from "#web/list/data/address.ts";
import { useRecordScreens } from "#web/shell/record-screens.ts";
import { Text } from "#web/ui/layout/text.tsx";
import type { AuditEvent } from "./audit.contract.ts";

/** The kind and the number or name of what an event is about, as a link to its page where it has one. */
export function AuditRecord({ event }: { event: AuditEvent }) {
  const words = useWords();
  const page = useRecordScreens().pages[event.entity];
  const name = event.recordName && <bdi>{event.recordName}</bdi>;
  return (
    <>
      <Text tone="dim">{words(event.entity)}</Text>{" "}
      {name && page ? (
        <Text as="a" tone="link" href={recordHref(page, event.entityId)}>
          {name}
        </Text>
      ) : (
        name
      )}
    </>
  );
}
