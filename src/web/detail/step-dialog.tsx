import type { ComponentProps } from "react";
import type { z } from "zod";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";

type StepDialogProps = Omit<ComponentProps<typeof LazyInputDialog>, "schema"> & {
  /** What has to be given; null where the question is all. */
  schema: z.ZodObject | null;
  isBusy: boolean;
};

/** Asks before a step, for what it needs or for a yes. */
export function StepDialog({ schema, fields, isBusy, ...asked }: StepDialogProps) {
  if (schema) return <LazyInputDialog {...asked} schema={schema} fields={fields} />;
  const confirm = () => void asked.onSubmit({}).catch(asked.onClose); // the failure is told by a toast
  return <ConfirmDialog {...asked} isOpen isBusy={isBusy} onConfirm={confirm} />;
}
