import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconCamera from "@tabler/icons-react/dist/esm/icons/IconCamera.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useState } from "react";
import { call, urlOf } from "#web/api/api.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { recordKey } from "#web/list/data/cache.ts";
import { useMay } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { files, type FileRecord } from "../../settings/files/files.contract.ts";
import { receiptRecord } from "../receipts/receipts.contract.ts";
import { issueRecord, issues, type Issue } from "./issues.contract.ts";
import styles from "./issues.module.css";

/** The photos and papers of an issue, and those of the receipt that it came from. */
export function IssuePhotos({ issue }: { issue: Issue }) {
  const { t } = useLingui();
  const may = useMay();
  const client = useQueryClient();
  const [removed, setRemoved] = useState<FileRecord | null>(null);
  const own = useFiles("issue", issue.id);
  const ofReceipt = useFiles("receipt", may(receiptRecord.files.view) ? issue.receiptId : null).filter(
    ({ isImage }) => isImage,
  );
  const mayAdd = may(issueRecord.files.edit);
  const again = () => {
    void client.invalidateQueries({ queryKey: [files.list.path] });
    void client.invalidateQueries({ queryKey: recordKey(issues, issue.id) });
  };
  const add = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      for (const file of chosen) {
        const body = new FormData();
        body.append("file", file, file.name);
        await call(files.upload, { query: { entity: "issue", entityId: issue.id }, body });
      }
    },
    onSuccess: () => toastDone(t`Saved successfully`),
    onSettled: again,
  });
  const remove = useMutation({
    mutationFn: async ({ id, version }: FileRecord) => call(files.remove, { id, query: { version } }),
    onSettled: () => {
      setRemoved(null);
      again();
    },
  });
  return (
    <section className={styles.photosBox}>
      <h2>
        <Trans>Photos and papers</Trans>
      </h2>
      {issue.photosMissing && (
        <Note icon="warn">
          <Trans>Damage without a photo is worth little in a claim. Take one while the goods are still here.</Trans>
        </Note>
      )}
      <ul className={styles.photos}>
        {[...own, ...ofReceipt].map((file) => (
          <li key={file.id}>
            <Shown file={file} onRemove={mayAdd && file.entity === "issue" ? () => setRemoved(file) : undefined} />
          </li>
        ))}
        {mayAdd && (
          <li>
            <label className={styles.camera} aria-busy={add.isPending}>
              <IconCamera size={24} stroke={1.6} />
              {add.isPending ? <Trans>Uploading</Trans> : <Trans>Add photo</Trans>}
              <input
                type="file"
                accept="image/png,image/jpeg,image/webp,application/pdf"
                multiple
                disabled={add.isPending}
                onChange={(event) => add.mutate([...(event.currentTarget.files ?? [])])}
              />
            </label>
          </li>
        )}
      </ul>
      {!mayAdd && own.length + ofReceipt.length === 0 && (
        <p className={styles.grey}>
          <Trans>None yet</Trans>
        </p>
      )}
      <ConfirmDialog
        title={<Trans>Remove {removed?.name}?</Trans>}
        verb={t`Remove file`}
        isOpen={removed !== null}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
        onClose={() => setRemoved(null)}
      />
    </section>
  );
}

function Shown({ file, onRemove }: { file: FileRecord; onRemove: (() => void) | undefined }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const about = [file.name, file.createdByName, fmt.instant(file.createdAt)].filter(Boolean).join(", ");
  return (
    <span className={styles.photo}>
      {file.isImage ? (
        <a
          href={urlOf(files.download, { id: file.id, query: { inline: "true" } })}
          target="_blank"
          rel="noreferrer"
          title={about}
        >
          <img src={urlOf(files.download, { id: file.id, query: { inline: "true" } })} alt={about} loading="lazy" />
        </a>
      ) : (
        <a className={styles.paper} href={urlOf(files.download, { id: file.id })} download title={about}>
          {file.name}
        </a>
      )}
      {onRemove && (
        <button type="button" aria-label={t`Remove ${file.name}`} onClick={onRemove}>
          <IconX size={16} stroke={2.2} />
        </button>
      )}
    </span>
  );
}

function useFiles(entity: string, entityId: string | null): readonly FileRecord[] {
  const found = useQuery({
    queryKey: [files.list.path, entity, entityId],
    queryFn: ({ signal }) => call(files.list, { query: { entity, entityId: entityId ?? "" }, signal }),
    enabled: entityId !== null,
  });
  return found.data?.items ?? [];
}
