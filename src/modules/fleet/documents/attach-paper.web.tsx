import { Button, FileButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { files } from "../../settings/files/files.contract.ts";
import { documents } from "./documents.contract.ts";

/** Attaches the scan or the photo of a document. */
export async function attachPaper(documentId: string, file: File): Promise<void> {
  const body = new FormData();
  body.append("file", file, file.name);
  await call(files.upload, { query: { entity: "document", entityId: documentId }, body });
}

/** The way on for a document without a file, beside the sentence that says so. */
export function AttachPaper({ documentId }: { documentId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: (file: File) => attachPaper(documentId, file),
    onSuccess: (_, { name }) => toastDone(t`Saved successfully`, { line: name }),
    onSettled: () => {
      for (const { path } of [files.list, documents.list]) void client.invalidateQueries({ queryKey: [path] });
    },
  });
  return (
    <FileButton onChange={(file) => file && upload.mutate(file)} inputProps={{ "aria-label": t`Scan` }}>
      {(props) => (
        <Button loading={upload.isPending} {...props}>
          <Trans>Attach the paper</Trans>
        </Button>
      )}
    </FileButton>
  );
}
