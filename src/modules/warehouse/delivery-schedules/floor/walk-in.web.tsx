import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { useMay } from "#web/api/session.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { recordChanged } from "#web/list/data/cache.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { CarrierFields } from "../carrier-fields.web.tsx";
import { deliverySchedules, walkInInput } from "../delivery-schedules.contract.ts";
import { detailsPath } from "../delivery-schedules.status.web.ts";

/** What is seen of the truck; whose goods it brings is said on its page. */
const seen = walkInInput.pick({
  tractorPlate: true,
  trailerNumber: true,
  carrierId: true,
  carrierName: true,
  driverName: true,
  driverPhone: true,
  notesInternal: true,
});

const Seen = fieldsOf(seen);

/** A truck stands at the gate that nobody has booked. */
export function WalkIn({ locationId }: { locationId: string }) {
  const { t } = useLingui();
  const { go } = useAddress();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (!useMay()(deliverySchedules.walkIn.can)) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        <Trans>Truck without booking</Trans>
      </Button>
      {isOpen && (
        <LazyInputDialog
          title={<Trans>A truck came without a booking</Trans>}
          verb={t`Check in`}
          schema={seen}
          draft={[deliverySchedules.walkIn.path, locationId]}
          fields={
            <>
              <Seen.Text name="tractorPlate" autoFocus />
              <Seen.Text name="trailerNumber" />
              <CarrierFields takesName />
              <Seen.Text name="driverName" />
              <Seen.Text name="driverPhone" />
              <Seen.Textarea name="notesInternal" />
            </>
          }
          onSubmit={async (input) => {
            const body = { ...seen.parse(input), locationId };
            const saved = await call(deliverySchedules.walkIn, { body, idempotencyKey: newKey() });
            recordChanged(client, deliverySchedules, saved);
            void client.invalidateQueries({ queryKey: [deliverySchedules.board.path] });
            toastDone(t`${saved.number} is at the gate`, {
              link: { label: t`Show`, onClick: () => go({ path: detailsPath, search: { id: saved.id } }) },
            });
          }}
          onClose={() => setOpen(false)}
        >
          <Trans>Give at least one of its plate, trailer, carrier and driver.</Trans>
        </LazyInputDialog>
      )}
    </>
  );
}
