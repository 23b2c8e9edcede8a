import { Trans } from "@lingui/react/macro";
import type { ComponentType } from "react";
import { SideDrawer } from "#web/ui/overlays/side-drawer.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { Failed } from "#web/list/list-states.tsx";
import { useRecord } from "#web/list/data/use-record.ts";
import type { RecordOf, Resource } from "#web/list/data/resource.ts";
import { RecordForm } from "./record-form.tsx";

interface RecordDrawerProps<R extends Resource> {
  of: R;
  naming: Naming;
  form: ComponentType;
  /** The record to change; null while none is. */
  id: string | null;
  isNew: boolean;
  /** What a new record has from the start. */
  start?: Readonly<Record<string, string>>;
  onClose: () => void;
  onSaved?: (record: RecordOf<R>) => void;
}

/** The form of an entity in a drawer: loads first, then mounts the form with complete values. */
export function RecordDrawer<R extends Resource>({
  of,
  naming,
  form,
  id,
  isNew,
  start = {},
  onClose,
  onSaved,
}: RecordDrawerProps<R>) {
  const words = useWords();
  const one = words(naming.one);
  const { record, problem, retry } = useRecord(of, id);
  const finish = (saved: RecordOf<R>) => {
    onClose();
    onSaved?.(saved);
  };
  const given = { of, naming, form, onSaved: finish, onCancel: onClose };
  return (
    <SideDrawer
      title={isNew ? <Trans>New {one}</Trans> : <Trans>Edit {one}</Trans>}
      isOpen={isNew || id !== null}
      onClose={onClose}
    >
      {isNew && <RecordForm {...given} record={null} start={start} />}
      {id !== null && record && <RecordForm key={id} {...given} record={record} />}
      {id !== null && problem && !record && (
        <Failed title={<Trans>The record did not load</Trans>} problem={problem} onRetry={retry} />
      )}
    </SideDrawer>
  );
}
