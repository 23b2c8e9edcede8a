import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { bringsDialog } from "#web/detail/step-dialog.tsx";
import { documents, type Document } from "./documents.contract.ts";

const RenewDialog = lazyPart(() => import("./renew-dialog.web.tsx"), "RenewDialog");

interface RenewButtonProps {
  document: Pick<Document, "id" | "steps">;
  /** It is what one comes to the page for. */
  isMain?: boolean;
}

/** Enters the renewal of a document, from its page or from its row. */
export function RenewButton({ document, isMain = false }: RenewButtonProps) {
  const [renewed, setRenewed] = useState<Document | null>(null);
  const open = useMutation({ mutationFn: () => call(documents.read, { id: document.id }), onSuccess: setRenewed });
  if (!document.steps.includes("renew")) return null;
  return (
    <>
      <Button
        {...bringsDialog}
        {...(isMain ? { style: { order: 9 } } : { variant: "subtle", size: "compact-xs" })}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        <Trans>Renew</Trans>
      </Button>
      {renewed && <RenewDialog document={renewed} onClose={() => setRenewed(null)} />}
    </>
  );
}
