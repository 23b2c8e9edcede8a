import { Button } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import type { RouteShape } from "#shared/contract/contract.ts";
import { useWords, type Label } from "#web/ui/values/labels.ts";
import { humanise } from "#shared/format/names.ts";
import { useMay } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { useDetail } from "./context.ts";
import { HeaderSlot } from "./header-slot.tsx";
import { bringsDialog, StepDialog } from "./step-dialog.tsx";
import { inputOf, useStep } from "./use-step.ts";

interface ActionProps {
  /** The route that does it: `POST …/:id/<verb>`. */
  of: RouteShape;
  /** The button's words; the verb of the route otherwise. */
  label?: Label;
  /** The question before it is done; without one it is done at once, unless something has to be given. */
  confirm?: ReactNode;
  /** The consequence, in a sentence. */
  children?: ReactNode;
  isDangerous?: boolean;
}

/**
 * A button in the head of a record that runs one of its routes, if the user may: `<Action of={vendors.hold}
 * confirm={t`Order nothing more from this vendor?`} />`.
 */
export function Action({
  of: route,
  label = route.path.split("/").at(-1) ?? "",
  confirm,
  children,
  isDangerous = false,
}: ActionProps) {
  const { t } = useLingui();
  const may = useMay();
  const words = useWords();
  const { of, record } = useDetail();
  const [isOpen, setIsOpen] = useState(false);
  const step = useStep(of, { quiet: inputOf(route) !== null });
  if (!may(route.can)) return null;

  const verb = words(label);
  const input = inputOf(route);
  const close = () => setIsOpen(false);
  const run = async (given: Record<string, unknown> = {}) => {
    await step.mutateAsync({ route, record, input: given });
    close();
    toastDone(t`Updated successfully`);
  };
  const begin = () => {
    if (input || confirm) setIsOpen(true);
    else if (!step.isRunning()) void run().catch(() => undefined); // the failure is told by a toast
  };
  return (
    <HeaderSlot>
      <Button {...bringsDialog} variant="default" loading={step.isPending} onClick={begin}>
        {verb}
      </Button>
      {isOpen && (
        <StepDialog
          title={confirm ?? humanise(verb)}
          verb={verb}
          schema={input}
          draft={[route.path, record.id]}
          isDangerous={isDangerous}
          isBusy={step.isPending}
          onSubmit={run}
          onClose={close}
        >
          {children}
        </StepDialog>
      )}
    </HeaderSlot>
  );
}
