import type { ComponentProps } from "react";
import type { z } from "zod";
import { fetchOverlays } from "#web/ui/overlays/side-drawer.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { fetchInputs } from "#web/form/fields/fields.tsx";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";

type StepDialogProps = Omit<ComponentProps<typeof LazyInputDialog>, "schema"> & {
  /** What has to be given; null where the question is all. */
  schema: z.ZodObject | null;
  isBusy: boolean;
};

/** Brings the code of the dialog when pointer or focus comes near: `<Button {...bringsDialog}>`. */
export const bringsDialog = { onPointerEnter: fetchDialog, onFocus: fetchDialog };

function fetchDialog(): void {
  LazyInputDialog.fetch();
  fetchOverlays();
  fetchInputs();
}

/** Asks before a step, for what it needs or for a yes. */
export function StepDialog({ schema, fields, isBusy, ...asked }: StepDialogProps) {
  if (schema) return <LazyInputDialog {...asked} schema={schema} fields={fields} />;
  const confirm = () => void asked.onSubmit({}).catch(asked.onClose); // the failure is told by a toast
  return <ConfirmDialog {...asked} isOpen isBusy={isBusy} onConfirm={confirm} />;
}
