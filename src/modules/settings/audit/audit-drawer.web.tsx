import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { SideDrawer } from "#web/ui/overlays/side-drawer.tsx";
import { KeyValue } from "#web/ui/summary-bar.tsx";
import { useWords, type Label } from "#web/ui/values/labels.ts";
import { useHappened } from "#web/detail/happened.ts";
import type { AuditEvent } from "./audit.contract.ts";
import { AuditRecord } from "./audit-record.web.tsx";
import { useExactly } from "./audit-time.web.tsx";
import { AuditChanges, changesOf } from "./changes.web.tsx";
import styles from "./audit.module.css";

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
      <div className={styles.facts}>
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
                      <a className={styles.link} href={trail({ address: event.address })}>
                        <bdi>{event.address}</bdi>
                      </a>
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
            <blockquote key={one} className={styles.quote}>
              {one}
            </blockquote>
          ))}
        {changes.length > 0 && (
          <section>
            <h3>
              <Trans>What changed</Trans>
            </h3>
            <AuditChanges changes={changes} />
          </section>
        )}
        <a className={styles.link} href={trail({ entity: event.entity, entityId: event.entityId })}>
          <Trans>All that happened to this record</Trans>
        </a>
      </div>
    </SideDrawer>
  );
}
