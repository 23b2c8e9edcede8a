import type { ReactNode } from "react";
import type { RouteShape } from "#shared/contract/contract.ts";
import { Action } from "#web/detail/action.tsx";

interface HoldActionsProps {
  of: { readonly hold: RouteShape; readonly activate: RouteShape };
  record: { readonly steps: readonly string[] };
  /** The question before it is held. */
  confirm: ReactNode;
}

/** The button of a record with a `holdable` flow: what is not in use is taken up again, what is can be held. */
export function HoldActions({ of, record, confirm }: HoldActionsProps) {
  if (record.steps.includes("activate")) return <Action of={of.activate} />;
  return record.steps.includes("hold") && <Action of={of.hold} confirm={confirm} />;
}
