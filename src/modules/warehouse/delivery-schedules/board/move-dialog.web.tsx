import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { SelectInput } from "#web/ui/inputs/select-input.tsx";
import { dayAt } from "#web/ui/values/format.ts";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { DraftNote, useDraft } from "#web/form/draft.tsx";
import { SiteZone, useFormat } from "#web/ui/values/use-format.ts";
import { recordChanged } from "#web/list/data/cache.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Actions, Fields } from "#web/ui/layout/layout.tsx";
import { docks } from "../../docks/docks.contract.ts";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules.contract.ts";
import { FreeStarts, type Place } from "../booking/free-starts.web.tsx";
import { Refused } from "../booking/refused.web.tsx";
import board from "./dock-board.module.css";

interface MoveDialogProps {
  delivery: Pick<DeliverySchedule, "id" | "version" | "number" | "plannedStart" | "plannedEnd" | "dockId" | "dockCode">;
  locationId: string;
  zone: string;
  onClose: () => void;
}

/** Another dock or time for a delivery, out of those that are free; what it holds itself counts as free. */
export function MoveDialog(props: MoveDialogProps) {
  const { delivery, zone, onClose } = props;
  return (
    <SiteZone value={zone}>
      <Dialog title={<Trans>Move {delivery.number}</Trans>} isOpen onClose={onClose}>
        <Move {...props} />
      </Dialog>
    </SiteZone>
  );
}

function Move({ delivery, locationId, zone, onClose }: MoveDialogProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const client = useQueryClient();
  const planned = Math.round((Date.parse(delivery.plannedEnd) - Date.parse(delivery.plannedStart)) / 60_000);
  const today = fmt.today();
  const start = dayAt(delivery.plannedStart, zone);
  const [date, setDate] = useState(start > today ? start : today);
  const [minutes, setMinutes] = useState(planned);
  const [place, setPlace] = useState<Place | null>(null);
  const draft = useDraft<{ note: string }>(deliverySchedules.move.path, delivery.id);
  const [note, setNote] = useState(draft.kept?.values.note ?? "");
  const [problem, setProblem] = useState<WebProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(newKey());
  const lengths = [...new Set([15, 30, 45, 60, 90, 120, 180, 240, 360, planned])].toSorted((a, b) => a - b);
  const choose = (next: Place | null) => {
    setPlace(next);
    setProblem(null);
  };
  const move = async () => {
    if (!place || isBusy) return;
    setBusy(true);
    try {
      const { dockId, plannedStart, plannedEnd } = place;
      const saved = await call(deliverySchedules.move, {
        id: delivery.id,
        body: { version: delivery.version, dockId, plannedStart, plannedEnd, note },
        idempotencyKey: key.current,
      });
      recordChanged(client, deliverySchedules, saved);
      toastDone(t`${saved.number} is moved`, {
        line: t`Dock ${saved.dockCode ?? ""}, ${fmt.instant(saved.plannedStart)}`,
      });
      draft.forget();
      onClose();
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      if (refused.status !== 0) key.current = newKey();
    } finally {
      setBusy(false);
      for (const path of [deliverySchedules.board.path, docks.availability.path])
        void client.invalidateQueries({ queryKey: [path] });
    }
  };
  return (
    <Fields>
      {draft.kept && <DraftNote />}
      <Text tone="dim">
        {delivery.dockCode === null ? (
          <Trans>Now {fmt.instant(delivery.plannedStart)} without a dock</Trans>
        ) : (
          <Trans>
            Now {fmt.instant(delivery.plannedStart)} – {fmt.time(delivery.plannedEnd)} at dock {delivery.dockCode}
          </Trans>
        )}
      </Text>
      <SelectInput
        label={t`It takes`}
        value={String(minutes)}
        data={lengths.map((n) => ({ value: String(n), label: t`${n} min` }))}
        onChange={(next) => {
          setMinutes(Number(next));
          choose(null);
        }}
      />
      <div className={board.starts}>
        <FreeStarts
          locationId={locationId}
          date={date}
          minutes={minutes}
          movingId={delivery.id}
          chosen={place}
          onDate={(next) => {
            setDate(next);
            choose(null);
          }}
          onChoose={choose}
        />
      </div>
      <TextInput
        label={t`Note`}
        description={t`Optional, stands in the history`}
        maxLength={1000}
        value={note}
        onChange={({ currentTarget: { value } }) => {
          setNote(value);
          draft.keep({ version: null, values: { note: value } });
        }}
      />
      {problem && !problem.isSilent && (
        <Refused
          problem={problem}
          onChoose={(next) => {
            setDate(dayAt(next.plannedStart, zone));
            choose(next);
          }}
        />
      )}
      <Actions>
        <Button variant="default" onClick={() => (draft.forget(), onClose())}>
          <Trans>Keep as it is</Trans>
        </Button>
        <Button disabled={!place} loading={isBusy} onClick={() => void move()}>
          {place ? (
            <Trans>
              Move to dock {place.dockCode}, {fmt.time(place.plannedStart)}
            </Trans>
          ) : (
            <Trans>Choose a time</Trans>
          )}
        </Button>
      </Actions>
    </Fields>
  );
}
