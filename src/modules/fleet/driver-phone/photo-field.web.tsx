import { Trans, useLingui } from "@lingui/react/macro";
import IconCamera from "@tabler/icons-react/dist/esm/icons/IconCamera.mjs";
import { useRef, useState } from "react";
import { asJpeg } from "#modules/warehouse/receipts/counting/photo-store.web.ts";
import { busyUntil } from "#web/api/idle.ts";
import { asText } from "./queue.web.ts";
import styles from "./driver-phone.module.css";

/** A photo that the camera takes, which stands below once it is there, and can be taken anew. */
export function PhotoField({ photo, onTake }: { photo: string | null; onTake: (picture: string) => void }) {
  const { t } = useLingui();
  const camera = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const take = async (file: Blob) => {
    try {
      onTake(await busyUntil(asJpeg(file).then(asText)));
      setUnreadable(false);
    } catch {
      setUnreadable(true); // a file that is no picture: it is said below
    }
  };
  return (
    <>
      <button type="button" className={styles["camera"]} onClick={() => camera.current?.click()}>
        <IconCamera size={24} stroke={1.8} />
        {photo === null ? <Trans>Take a photo</Trans> : <Trans>Take another</Trans>}
      </button>
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t`Photo`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void take(file);
          currentTarget.value = ""; // the same file again is a change, too
        }}
      />
      <p role="status">{isUnreadable && <Trans>This file is no picture that can be read. Take another one.</Trans>}</p>
      {photo !== null && <img className={styles["photo"]} src={photo} alt={t`The photo that was taken`} />}
    </>
  );
}
