import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import IconCamera from "@tabler/icons-react/dist/esm/icons/IconCamera.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useUser } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { changeCounting, readCounting } from "./counting-store.web.ts";
import type { CountLine } from "./counting.web.ts";
import { dropPhoto, keepPhoto, photosWhere } from "./photo-store.web.ts";
import type { ReceivingState } from "../use-receiving.web.ts";
import styles from "../receiving.module.css";

const photosKey = "receiving-photos";

/** Photos of one batch: taken with the camera, kept in this browser, sent once the receipt is posted. */
export function DamagePhotos({ state, line }: { state: ReceivingState; line: CountLine }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { userId } = useUser();
  const photos = useKeptPhotos(state.counting?.key ?? null, line.key);
  const again = () => void client.invalidateQueries({ queryKey: [photosKey] });
  const take = async (files: FileList | null) => {
    changeCounting(state.entry, {}); // the first photo begins the counting
    const countingKey = readCounting(state.entry)?.key ?? "";
    try {
      for (const file of files ?? [])
        await keepPhoto({ userId, countingKey, line: line.key, batch: line.current }, file);
    } catch {
      toastDone(t`The photo could not be kept`, {
        tone: "x",
        icon: "bad",
        line: t`Take it again, or add it to the issue later.`,
      });
    }
    again();
  };
  return (
    <div className={styles.photos}>
      {photos.map(({ id, src }, index) => (
        <span key={id} className={styles.photo}>
          <img src={src} alt={t`Photo ${index + 1}`} />
          <button
            type="button"
            aria-label={t`Remove photo ${index + 1}`}
            onClick={() => void dropPhoto(id).then(again)}
          >
            <IconX size={16} stroke={2.2} />
          </button>
        </span>
      ))}
      <label className={styles.camera}>
        <IconCamera size={24} stroke={1.6} />
        <Trans>Add photo</Trans>
        <input
          type="file"
          accept="image/*"
          capture="environment"
          onChange={(event) => void take(event.currentTarget.files)}
        />
      </label>
    </div>
  );
}

/** The photos of a counting that this browser keeps, as images; of one line or of all. */
export function useKeptPhotos(
  countingKey: string | null,
  line: string | null,
): readonly { id: string; line: string; src: string }[] {
  const kept = useQuery({
    queryKey: [photosKey, countingKey],
    queryFn: async () =>
      Promise.all(
        (await photosWhere((photo) => photo.countingKey === countingKey)).map(async ({ id, line: of, image }) => ({
          id,
          line: of,
          src: await dataUrl(image),
        })),
      ),
    networkMode: "always",
    enabled: countingKey !== null,
    meta: { quiet: true },
  });
  return (kept.data ?? []).filter((photo) => line === null || photo.line === line);
}

function dataUrl(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The photo could not be read."));
    reader.readAsDataURL(image);
  });
}
