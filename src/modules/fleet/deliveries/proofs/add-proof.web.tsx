import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { z } from "zod";
import { hasAbility } from "#shared/flow/abilities.ts";
import { call } from "#web/api/api.ts";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { files } from "../../../settings/files/files.contract.ts";
import { fleetDeliveries, type FleetDelivery } from "../deliveries.contract.ts";

const schemas = {
  signature: z.object({ signerName: z.string().trim().min(1).max(120) }),
  note: z.object({ note: z.string().trim().min(1).max(500) }),
  barcode: z.object({ note: z.string().trim().min(1).max(500) }),
  code: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, "Give the six digits."),
  }),
};
const Signature = fieldsOf(schemas.signature);
const Words = fieldsOf(schemas.note);
const Barcode = fieldsOf(schemas.barcode);
const Code = fieldsOf(schemas.code);
const fields = {
  signature: <Signature.Text name="signerName" label={msg`Who signed`} autoFocus />,
  note: <Words.Text name="note" autoFocus />,
  barcode: <Barcode.Text name="note" label={msg`Barcode`} autoFocus />,
  code: <Code.Text name="code" label={msg`Code that the consignee was mailed`} autoFocus />,
};
type Asked = keyof typeof schemas;

/** A proof that somebody at a desk adds for the driver: a scan of the signed note, a photo, what was told on the phone. */
export function AddProof({ delivery }: { delivery: FleetDelivery }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [picture, setPicture] = useState<File | null>(null);
  const step = useStep(fleetDeliveries, { quiet: asked !== null });
  const chosen = useRef<HTMLInputElement>(null);
  const titles = { signature: t`Add signature`, note: t`Add note`, barcode: t`Add barcode`, code: t`Enter the code` };
  const add = async (input: Record<string, unknown>, file: File | null = null) => {
    const fileId = file && (await upload(delivery.id, file));
    await step.mutateAsync({ route: fleetDeliveries.addProof, record: delivery, input: { ...input, fileId } });
    toastDone(t`Saved successfully`);
  };
  const choose = (file: File | undefined, type: "photo" | "signature") => {
    if (!file) return;
    if (type === "photo") return void add({ type }, file).catch(() => undefined); // the failure is told by a toast
    setPicture(file);
    setAsked("signature");
  };
  const [wanted, setWanted] = useState<"photo" | "signature">("photo");
  const browse = (type: "photo" | "signature") => {
    setWanted(type);
    chosen.current?.click();
  };
  const sendCode = () =>
    void step.mutateAsync({ route: fleetDeliveries.sendCode, record: delivery }).then(
      () => toastDone(t`Code is mailed`),
      () => undefined,
    );
  return (
    <Row gap={6}>
      {hasAbility(delivery, "addProof") && (
        <>
          <Button variant="default" size="compact-sm" loading={step.isPending} onClick={() => browse("photo")}>
            <Trans>Add photo</Trans>
          </Button>
          <Button {...bringsDialog} variant="default" size="compact-sm" onClick={() => browse("signature")}>
            {titles.signature}
          </Button>
          <Button {...bringsDialog} variant="default" size="compact-sm" onClick={() => setAsked("note")}>
            {titles.note}
          </Button>
          <Button {...bringsDialog} variant="default" size="compact-sm" onClick={() => setAsked("barcode")}>
            {titles.barcode}
          </Button>
          <input
            ref={chosen}
            type="file"
            hidden
            aria-label={t`Picture`}
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => {
              choose(event.currentTarget.files?.[0], wanted);
              event.currentTarget.value = "";
            }}
          />
        </>
      )}
      {hasAbility(delivery, "sendCode") && delivery.consigneeEmail && (
        <>
          <Button variant="default" size="compact-sm" onClick={sendCode}>
            <Trans>Mail a code</Trans>
          </Button>
          <Button {...bringsDialog} variant="default" size="compact-sm" onClick={() => setAsked("code")}>
            {titles.code}
          </Button>
        </>
      )}
      {asked && (
        <StepDialog
          title={titles[asked]}
          verb={titles[asked]}
          schema={schemas[asked]}
          fields={fields[asked]}
          // A code is for this moment, and kept nowhere.
          {...(asked === "code" ? {} : { draft: [fleetDeliveries.addProof.path, `${delivery.id} ${asked}`] })}
          isBusy={step.isPending}
          onSubmit={async (input) => {
            await add({ type: asked, ...input }, asked === "signature" ? picture : null);
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Row>
  );
}

async function upload(deliveryId: string, file: File): Promise<string> {
  const body = new FormData();
  body.append("file", file, file.name);
  const { id } = await call(files.upload, { query: { entity: "delivery", entityId: deliveryId }, body });
  return id;
}
