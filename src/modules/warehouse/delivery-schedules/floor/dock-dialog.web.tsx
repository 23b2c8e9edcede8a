import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { isWallTime } from "#web/ui/inputs/date-text.ts";
import { WallTimeInput } from "#web/ui/inputs/date-input.tsx";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { Note } from "#web/ui/note.tsx";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { momentOf } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { recordChanged } from "#web/list/data/cache.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Actions, Fields, Stack } from "#web/ui/layout/layout.tsx";
import { docks } from "../../docks/docks.contract.ts";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules.contract.ts";
import { cityOf } from "../delivery-schedules.status.web.ts";

type Kind = "start" | "changeDock" | "dropTrailer";

interface DockDialogProps {
  kind: Kind;
  delivery: DeliverySchedule;
  onClose: () => void;
}

interface Standing {
  readonly id: string;
  readonly number: string;
}

/** At which dock unloading began, or the truck or its trailer stands now, and since when; a truck that was never checked out there is recorded as gone in the same step. */
export function DockDialog(props: DockDialogProps) {
  const { number } = props.delivery;
  const title = {
    start: <Trans>Start unloading {number}</Trans>,
    changeDock: <Trans>{number} stands at another dock</Trans>,
    dropTrailer: <Trans>The driver of {number} has left</Trans>,
  }[props.kind];
  return (
    <Dialog title={title} isOpen onClose={props.onClose}>
      <AtDock {...props} />
    </Dialog>
  );
}

/** What changes while a truck is here, beside its way through the gate. */
export function DockButtons({ delivery }: { delivery: DeliverySchedule }) {
  const [kind, setKind] = useState<Kind | null>(null);
  const may = (one: Kind) => delivery.steps.includes(one);
  return (
    <>
      {may("changeDock") && (
        <Button variant="default" size="compact-sm" onClick={() => setKind("changeDock")}>
          <Trans>Change dock</Trans>
        </Button>
      )}
      {may("dropTrailer") && (
        <Button variant="default" size="compact-sm" onClick={() => setKind("dropTrailer")}>
          <Trans>Driver has left</Trans>
        </Button>
      )}
      {kind && <DockDialog kind={kind} delivery={delivery} onClose={() => setKind(null)} />}
    </>
  );
}

/** Its driver has left, and the trailer is here still. */
export function DroppedTrailer({ delivery }: { delivery: DeliverySchedule }) {
  const fmt = useFormat();
  if (delivery.driverLeftAt === null || delivery.gateOutAt !== null) return null;
  const at = fmt.instant(delivery.driverLeftAt);
  return (
    <Note icon="live">
      <b>
        <Trans>The driver has left: {at}.</Trans>
      </b>{" "}
      {delivery.dockedAt !== null && delivery.dockCode !== null ? (
        <Trans>The trailer stands at dock {delivery.dockCode}.</Trans>
      ) : (
        <Trans>The trailer waits in the yard.</Trans>
      )}
    </Note>
  );
}

function AtDock({ kind, delivery, onClose }: DockDialogProps) {
  const { t } = useLingui();
  const words = useWords();
  const client = useQueryClient();
  const zone = delivery.locationTimezone;
  const query = { locationId: delivery.locationId, limit: 200, sort: "sortOrder" } as const;
  const doors = useQuery({
    queryKey: [docks.list.path, query],
    queryFn: ({ signal }) => call(docks.list, { query, signal }),
    meta: { follows: docks.list.reads },
  });
  const offered = useQuery({
    queryKey: [deliverySchedules.freePlaces.path, delivery.id],
    queryFn: ({ signal }) => call(deliverySchedules.freePlaces, { id: delivery.id, signal }),
    enabled: delivery.dockId === null,
    meta: { quiet: true, follows: deliverySchedules.freePlaces.reads },
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [at, setAt] = useState("");
  const [leftAt, setLeftAt] = useState("");
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [standing, setStanding] = useState<readonly Standing[]>([]);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const isStanding = delivery.dockedAt !== null;
  const preset = kind === "changeDock" ? null : (delivery.dockId ?? offered.data?.items[0]?.dockId ?? null);
  const dockId = kind === "dropTrailer" && isStanding ? null : (chosen ?? preset);
  const isComplete = (dockId !== null || (kind === "dropTrailer" && isStanding)) && (at === "" || isWallTime(at));
  const say = {
    start: { verb: t`Start unloading`, dock: t`At which dock`, when: t`Since when` },
    changeDock: { verb: t`Change dock`, dock: t`At which dock`, when: t`Since when` },
    dropTrailer: { verb: t`Driver has left`, dock: t`Where the trailer stands`, when: t`When` },
  }[kind];
  const done = (saved: DeliverySchedule) =>
    ({
      start: t`Unloading of ${saved.number} has begun`,
      changeDock: t`${saved.number} stands at another dock`,
      dropTrailer: t`The driver has left`,
    })[kind];

  const start = async (departed: readonly { id: string; at: string | null }[]) => {
    if (!isComplete || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const told = {
        version: delivery.version,
        at: at === "" ? null : momentOf(at, zone),
        departed: [...departed],
        note: null,
      };
      const how = { id: delivery.id, idempotencyKey: key.current };
      const saved =
        kind === "changeDock"
          ? await call(deliverySchedules.changeDock, { ...how, body: { ...told, dockId: dockId ?? "" } })
          : await call(deliverySchedules[kind], { ...how, body: { ...told, dockId } });
      recordChanged(client, deliverySchedules, saved);
      toastDone(done(saved), { line: t`Dock ${saved.dockCode ?? ""}` });
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
      onKeyDown={handleFormKeys}
      onSubmit={(event) => {
        event.preventDefault();
        void start([]);
      }}
    >
      {kind === "dropTrailer" && isStanding && delivery.dockCode !== null && (
        <span>
          <Trans>The trailer goes on standing at dock {delivery.dockCode}.</Trans>
        </span>
      )}
      {!(kind === "dropTrailer" && isStanding) && (
        <SelectInput
          label={say.dock}
          description={
            delivery.dockId === null
              ? undefined
              : isStanding
                ? t`Now: dock ${delivery.dockCode ?? ""}`
                : t`Planned: dock ${delivery.dockCode ?? ""}`
          }
          value={dockId}
          data={(doors.data?.items ?? [])
            .filter(({ id }) => kind !== "changeDock" || id !== delivery.dockId)
            .map((dock) => ({ value: dock.id, label: `${dock.code}, ${words(dock.liveStatus)}` }))}
          error={problem?.fields?.["dockId"]}
          onChange={(next) => {
            setChosen(next);
            setProblem(null);
            setStanding([]);
          }}
        />
      )}
      <WallTimeInput
        label={say.when}
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
                {kind === "start" ? (
                  <Trans>{number} has gone, start here</Trans>
                ) : (
                  <Trans>{number} has gone, the dock is free</Trans>
                )}
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
          {say.verb}
        </Button>
      </Actions>
    </Fields>
  );
}
