import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { call, newKey } from "#web/api/api.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { isWallTime } from "#web/ui/inputs/date-text.ts";
import { WallTimeInput } from "#web/ui/inputs/date-input.tsx";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Note } from "#web/ui/note.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { momentOf } from "#web/ui/values/format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { recordChanged } from "#web/list/data/cache.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Actions, Fields, Stack } from "#web/ui/layout/layout.tsx";
import { docks } from "../../docks/docks.contract.ts";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules.contract.ts";
import { cityOf } from "../delivery-schedules.status.web.ts";

interface StartDialogProps {
  delivery: DeliverySchedule;
  onClose: () => void;
}

interface Standing {
  readonly id: string;
  readonly number: string;
}

/** At which door unloading began, and when; a truck that was never checked out there is recorded as gone in the same step. */
export function StartDialog(props: StartDialogProps) {
  return (
    <Dialog title={<Trans>Start unloading {props.delivery.number}</Trans>} isOpen onClose={props.onClose}>
      <Start {...props} />
    </Dialog>
  );
}

function Start({ delivery, onClose }: StartDialogProps) {
  const { t } = useLingui();
  const words = useWords();
  const client = useQueryClient();
  const zone = delivery.locationTimezone;
  const query = { locationId: delivery.locationId, limit: 200, sort: "sortOrder" } as const;
  const doors = useQuery({
    queryKey: [docks.list.path, query],
    queryFn: ({ signal }) => call(docks.list, { query, signal }),
    meta: { follows: ["dock", "delivery-schedule"] },
  });
  const offered = useQuery({
    queryKey: [deliverySchedules.freePlaces.path, delivery.id],
    queryFn: ({ signal }) => call(deliverySchedules.freePlaces, { id: delivery.id, signal }),
    enabled: delivery.dockId === null,
    meta: { quiet: true },
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [at, setAt] = useState("");
  const [leftAt, setLeftAt] = useState("");
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [standing, setStanding] = useState<readonly Standing[]>([]);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const dockId = chosen ?? delivery.dockId ?? offered.data?.items[0]?.dockId ?? null;
  const isComplete = dockId !== null && (at === "" || isWallTime(at));

  const start = async (departed: readonly { id: string; at: string | null }[]) => {
    if (!isComplete || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const saved = await call(deliverySchedules.start, {
        id: delivery.id,
        body: { version: delivery.version, dockId, at: at === "" ? null : momentOf(at, zone), departed: [...departed] },
        idempotencyKey: key.current,
      });
      recordChanged(client, deliverySchedules, saved);
      toastDone(t`Unloading of ${saved.number} has begun`, { line: t`Dock ${saved.dockCode ?? ""}` });
      onClose();
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      if (refused.code === "dock_occupied")
        setStanding((refused.details as { standing: readonly Standing[] }).standing); // the server's `standAt()`
      if (refused.status !== 0) key.current = newKey();
    } finally {
      setBusy(false);
      for (const path of [deliverySchedules.board.path, docks.list.path, docks.availability.path])
        void client.invalidateQueries({ queryKey: [path] });
    }
  };
  return (
    <Fields
      as="form"

      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start([]);
      }}
    >
      <SelectInput
        label={t`At which dock`}
        description={delivery.dockId === null ? undefined : t`Planned: dock ${delivery.dockCode ?? ""}`}
        value={dockId}
        data={(doors.data?.items ?? []).map((dock) => ({
          value: dock.id,
          label: `${dock.code}, ${words(dock.liveStatus)}`,
        }))}
        error={problem?.fields?.["dockId"]}
        onChange={(next) => {
          setChosen(next);
          setProblem(null);
          setStanding([]);
        }}
      />
      <WallTimeInput
        label={t`Since when`}
        description={t`${cityOf(zone)} time; empty is now`}
        value={at}
        error={problem?.fields?.["at"]}
        onChange={setAt}
      />
      {problem && !problem.isSilent && standing.length === 0 && !problem.fields && (
        <Note icon={problem.status === 409 ? "warn" : "bad"}>{problem.message}</Note>
      )}
      {problem?.fields?.["departed"] && <Note icon="bad">{problem.fields["departed"]}</Note>}
      {standing.length > 0 && (
        <Note icon="warn">
          <Stack gap={8}>
            {problem?.code === "dock_occupied" && <span>{problem.message}</span>}
            <WallTimeInput
              label={t`It has left at`}
              description={t`${cityOf(zone)} time; empty is when this one came to the dock`}
              value={leftAt}
              onChange={setLeftAt}
            />
            {standing.map(({ id, number }) => (
              <Button
                key={id}
                variant="default"
                loading={isBusy}
                disabled={leftAt !== "" && !isWallTime(leftAt)}
                onClick={() => void start([{ id, at: leftAt === "" ? null : momentOf(leftAt, zone) }])}
              >
                <Trans>{number} has gone, start here</Trans>
              </Button>
            ))}
          </Stack>
        </Note>
      )}
      <Actions>
        <Button variant="default" onClick={onClose}>
          <Trans>Keep as it is</Trans>
        </Button>
        <Button type="submit" disabled={!isComplete} loading={isBusy}>
          <Trans>Start unloading</Trans>
        </Button>
      </Actions>
    </Fields>
  );
}
