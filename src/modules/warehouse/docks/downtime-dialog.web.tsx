import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { DraftNote, useDraft } from "#web/form/draft.tsx";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { isWallTime } from "#web/ui/inputs/date-text.ts";
import { WallTimeInput } from "#web/ui/inputs/date-input.tsx";
import { Note } from "#web/ui/note.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { dockDowntimes } from "../dock-downtimes/dock-downtimes.contract.ts";
import { docks, type Dock } from "./docks.contract.ts";
import { momentOf, wallTime } from "#web/ui/values/format.ts";
import { Actions, Fields } from "#web/ui/layout/layout.tsx";

interface DowntimeDialogProps {
  dock: Pick<Dock, "id" | "code" | "locationTimezone">;
  onClose: () => void;
}

/** A time in which a dock is not to be used; what stands planned then is named before it loses its dock. */
export function DowntimeDialog({ dock, onClose }: DowntimeDialogProps) {
  return (
    <Dialog title={<Trans>Downtime of dock {dock.code}</Trans>} isOpen onClose={onClose}>
      <Downtime dock={dock} onClose={onClose} />
    </Dialog>
  );
}

interface Typed {
  readonly from: string;
  readonly until: string;
  readonly reason: string;
}

function Downtime({ dock, onClose }: DowntimeDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const zone = dock.locationTimezone;
  const draft = useDraft<Typed>(dockDowntimes.create.path, dock.id);
  const [typed, setTyped] = useState(() => {
    const next = Math.ceil(Date.now() / 900_000) * 900_000;
    const at = (ms: number) => wallTime(new Date(ms).toISOString(), zone);
    return draft.kept?.values ?? { from: at(next), until: at(next + 4 * 3_600_000), reason: "" };
  });
  const { from, until, reason } = typed;
  const type = (part: Partial<Typed>) => {
    const values = { ...typed, ...part };
    setTyped(values);
    draft.keep({ version: null, values });
  };
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const isComplete = isWallTime(from) && isWallTime(until) && reason.trim().length >= 3;
  const held =
    problem?.code === "taken"
      ? (problem.details as { blocking: readonly { number?: string | null }[]; canDisplace?: boolean })
      : null; // the server's `clearDock()`, or its own refusal of a second downtime
  const mayDisplace = held?.canDisplace === true;
  const numbers = (held?.blocking ?? []).flatMap(({ number }) => number ?? []).join(", ");

  const save = async (displace: boolean) => {
    if (!isComplete || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await call(dockDowntimes.create, {
        body: { dockId: dock.id, startsAt: momentOf(from, zone), endsAt: momentOf(until, zone), reason, displace },
        idempotencyKey: key.current,
      });
      for (const path of [
        dockDowntimes.list.path,
        docks.list.path,
        docks.availability.path,
        "/api/warehouse/delivery-schedules",
        "/api/warehouse/delivery-schedules/board",
      ])
        void client.invalidateQueries({ queryKey: [path] });
      toastDone(t`Dock ${dock.code} is out of use then`);
      draft.forget();
      onClose();
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      if (refused.status !== 0) key.current = newKey();
    } finally {
      setBusy(false);
    }
  };
  const zoneName = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  return (
    <Fields
      as="form"
      noValidate
      onKeyDown={handleFormKeys}
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
    >
      {draft.kept && <DraftNote />}
      <WallTimeInput
        label={t`From`}
        description={t`${zoneName} time`}
        value={from}
        error={problem?.fields?.["startsAt"]}
        onChange={(from) => type({ from })}
      />
      <WallTimeInput
        label={t`Until`}
        description={t`${zoneName} time`}
        value={until}
        error={problem?.fields?.["endsAt"]}
        onChange={(until) => type({ until })}
      />
      <TextInput
        label={t`Reason`}
        maxLength={500}
        value={reason}
        error={problem?.fields?.["reason"]}
        data-autofocus
        onChange={(event) => type({ reason: event.currentTarget.value })}
      />
      {problem && !problem.fields && !problem.isSilent && (
        <Note icon={problem.status === 409 ? "warn" : "bad"}>
          {problem.message} {numbers}
          {mayDisplace && (
            <p>
              <Trans>They keep their time and lose their dock; the dock office places them anew.</Trans>{" "}
              <Button variant="default" color="red" size="compact-sm" onClick={() => void save(true)}>
                <Trans>Take the dock from them</Trans>
              </Button>
            </p>
          )}
        </Note>
      )}
      <Actions>
        <Button variant="default" onClick={() => (draft.forget(), onClose())}>
          <Trans>Keep as it is</Trans>
        </Button>
        <Button type="submit" disabled={!isComplete} loading={isBusy}>
          <Trans>Take it out of use</Trans>
        </Button>
      </Actions>
    </Fields>
  );
}
