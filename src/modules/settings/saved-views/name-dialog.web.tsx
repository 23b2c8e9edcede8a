import { useEffect, useState, type ReactNode } from "react";
import { z } from "zod";
import { LazyInputDialog } from "#web/form/lazy-input-dialog.tsx";
import { viewName } from "./saved-views.contract.ts";

interface NameDialogProps {
  title: ReactNode;
  verb: string;
  /** How it is called now. */
  name?: string;
  /** The id of the button that asks; the focus goes back there. */
  askedBy: string;
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks how a view is called. */
export function NameDialog({ title, verb, name, askedBy, onSubmit, onClose }: NameDialogProps) {
  const [schema] = useState(() => z.object({ name: name === undefined ? viewName : viewName.default(name) }));
  useEffect(() => () => document.getElementById(askedBy)?.focus(), [askedBy]);
  return (
    <LazyInputDialog
      title={title}
      verb={verb}
      schema={schema}
      onSubmit={(input) => onSubmit(schema.parse(input).name)}
      onClose={onClose}
    />
  );
}
