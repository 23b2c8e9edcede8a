import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { SideDrawer } from "#web/ui/overlays/side-drawer.tsx";
import { KeyValue } from "#web/ui/summary-bar.tsx";
import { useWords, type Label } from "#web/ui/values/labels.ts";
import { useHappened } from "#web/detail/happened.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Panel, Section } from "#web/ui/layout/layout.tsx";
import { ScreenBody } from "#web/ui/layout/screen.tsx";
import type { AuditEvent } from "./audit.contract.ts";
import { AuditRecord } from "./audit-record.web.tsx";
import { useExactly } from "./audit-time.web.tsx";
import { AuditChanges, changesOf } from "./changes.web.tsx";

const trail = (narrowedTo: Record<string, string>): string =>
  `/settings/audit?${new URLSearchParams(narrowedTo).toString()}`;

/** All of one event, with everything that it changed. */
export function AuditDrawer({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const words = useWords();
  const happened = useHappened();
  const exactly = useExactly();
  const changes = changesOf(event.changes);
  const status = [event.fromStatus, event.toStatus]
    .filter((one) => one !== null)
    .map((one) => words(one))
    .join(" → ");
  const known = (label: Label, value: string | null) => (value ? [{ label, value }] : []);
  return (
    <SideDrawer title={words(event.step)} isOpen onClose={onClose}>
      <ScreenBody>
        <KeyValue
          rows={[
            { label: msg`Time`, value: exactly(event.at) },
            { label: msg`Who`, value: happened.who(event) },
            { label: msg`Record`, value: <AuditRecord event={event} /> },
            ...known("status", status),
            ...(event.address
              ? [
                  {
                    label: "address",
                    value: (
                      <Text as="a" tone="link" href={trail({ address: event.address })}>
                        <bdi>{event.address}</bdi>
                      </Text>
                    ),
                  },
                ]
              : []),
            ...known(msg`Request`, event.requestId === "job" ? null : event.requestId),
          ]}
        />
        {[event.reason, event.note]
          .filter((one) => one !== null)
          .map((one) => (
            <Panel as="blockquote" key={one}>
              {one}
            </Panel>
          ))}
        {changes.length > 0 && (
          <Section title={<Trans>What changed</Trans>}>
            <AuditChanges changes={changes} />
          </Section>
        )}
        <Text as="a" tone="link" href={trail({ entity: event.entity, entityId: event.entityId })}>
          <Trans>All that happened to this record</Trans>
        </Text>
      </ScreenBody>
    </SideDrawer>
  );
}
