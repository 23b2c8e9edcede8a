import { ActionIcon, Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconFile from "@tabler/icons-react/dist/esm/icons/IconFile.mjs";
import IconPaperclip from "@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { use, useRef, useState, type DragEvent } from "react";
import type { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import type { Can } from "#shared/permissions/permissions.ts";
import { call, send, urlOf } from "#web/api/api.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { historyKey } from "#web/list/data/cache.ts";
import { useMay } from "#web/api/session.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { DetailContext } from "../context.ts";
import styles from "./attachments.module.css";

interface Attached {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly name: string;
  readonly bytes: number;
  readonly isImage: boolean;
  readonly createdByName: string | null;
}

interface AttachmentsProps {
  /** The routes of the files; `list` and `upload` take `entity` and `entityId`. */
  of: {
    readonly list: RouteShape & { readonly reply: z.ZodType<{ items: Attached[] }> };
    readonly upload: RouteShape;
    readonly download: RouteShape;
    readonly remove: RouteShape;
  };
  entity: string;
  id: string;
  /** Who may add and remove; whoever sees the record sees its files. */
  can: readonly Can[];
}

/**
 * The files of a record, to read, add and remove: `<Attachments of={files} entity="vendor" id={vendor.id}
 * can={vendorRecord.files.edit} />`.
 */
export function Attachments({ of, entity, id, can }: AttachmentsProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const detail = use(DetailContext);
  const mayEdit = useMay()(can);
  const [isOver, setIsOver] = useState(false);
  const [asked, setAsked] = useState<Attached | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const key = [of.list.path, entity, id];
  const { data, isPending } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(of.list, { query: { entity, entityId: id } as never, signal }),
  }); // the caller's routes take these
  const settled = () => {
    void client.invalidateQueries({ queryKey: key });
    if (detail) void client.invalidateQueries({ queryKey: historyKey(detail.of, detail.record.id) });
  };
  const upload = useMutation({
    mutationFn: (file: File) => send(of.upload, { query: { entity, entityId: id }, body: formOf(file) }),
    meta: { quiet: true },
  });
  const remove = useMutation({
    mutationFn: (one: Attached) => send(of.remove, { id: one.id, query: { version: one.version } }),
    onSuccess: () => toastDone(t`Removed successfully`),
    onSettled: () => (setAsked(null), settled()),
  });

  /** One after the other, so that each refusal names its file and a slow line carries one at a time. */
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      await upload.mutateAsync(file).then(
        () => toastDone(t`Saved successfully`, { line: file.name }),
        (error: unknown) => toastProblem(error, { line: file.name }),
      );
    }
    settled();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void add([...event.dataTransfer.files]);
  };
  const target = mayEdit
    ? {
        onDragOver: (event: DragEvent) => (event.preventDefault(), setIsOver(true)),
        onDragLeave: () => setIsOver(false),
        onDrop: drop,
      }
    : {};
  const items = data?.items ?? [];
  return (
    <section className={styles.panel} aria-label={t`Files`} data-over={isOver || undefined} {...target}>
      <header className={styles.head}>
        <h2>
          <Trans>Files</Trans>
        </h2>
        {items.length > 0 && <span className={styles.grey}>{items.length}</span>}
        {mayEdit && (
          <Button
            variant="subtle"
            size="compact-xs"
            className={styles.add}
            leftSection={<IconPaperclip size={14} stroke={1.8} />}
            loading={upload.isPending}
            onClick={() => input.current?.click()}
          >
            <Trans>Attach a file</Trans>
          </Button>
        )}
      </header>
      {mayEdit && (
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t`File`}
          onChange={({ currentTarget }) => (void add([...(currentTarget.files ?? [])]), (currentTarget.value = ""))}
        />
      )}
      {!isPending && items.length === 0 && (
        <p className={styles.grey}>
          {mayEdit ? <Trans>None yet. Drop one here: PDF, picture or spreadsheet.</Trans> : <Trans>None yet</Trans>}
        </p>
      )}
      <ul className={styles.files}>
        {items.map((one) => (
          <Item key={one.id} of={of} one={one} onRemove={mayEdit ? () => setAsked(one) : undefined} />
        ))}
      </ul>
      <ConfirmDialog
        title={<Trans>Remove {asked?.name}?</Trans>}
        verb={t`Remove file`}
        isDangerous
        isOpen={asked !== null}
        isBusy={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        <Trans>It is gone for good.</Trans>
      </ConfirmDialog>
    </section>
  );
}

function Item({
  of,
  one,
  onRemove,
}: {
  of: AttachmentsProps["of"];
  one: Attached;
  onRemove: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const fmt = useFormat();
  const address = (query: object) => urlOf(of.download, { id: one.id, query: query as never }); // as above
  return (
    <li className={styles.file}>
      {one.isImage ? (
        <img
          src={address({ inline: "true" })}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          className={styles.picture}
        />
      ) : (
        <span className={styles.picture}>
          <IconFile size={18} stroke={1.6} aria-hidden />
        </span>
      )}
      <span className={styles.text}>
        <a href={address({})} download={one.name} title={one.name}>
          {one.name}
        </a>
        <span className={styles.grey} title={fmt.instant(one.createdAt, "always")}>
          {[one.createdByName, sizeText(one.bytes, fmt.locale)].filter(Boolean).join(", ")}
        </span>
      </span>
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t`Remove ${one.name}`} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      )}
    </li>
  );
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append("file", file);
  return form;
}

/** "240 kB", "2.4 MB", in the user's language. */
function sizeText(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < 1_000_000 ? [Math.max(1, Math.round(bytes / 1000)), "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}
