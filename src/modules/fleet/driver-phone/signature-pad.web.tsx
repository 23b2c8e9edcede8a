import { Trans, useLingui } from "@lingui/react/macro";
import IconEraser from "@tabler/icons-react/dist/esm/icons/IconEraser.mjs";
import { useEffect, useRef, type PointerEvent } from "react";
import { asPicture } from "./queue.web.ts";
import styles from "./driver-phone.module.css";

const [width, height] = [720, 360];

function whiten(canvas: HTMLCanvasElement | null): void {
  const pen = canvas?.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
}

async function redraw(canvas: HTMLCanvasElement | null, signature: string): Promise<void> {
  const drawn = await createImageBitmap(asPicture(signature));
  canvas?.getContext("2d")?.drawImage(drawn, 0, 0);
}

interface SignaturePadProps {
  /** What was signed before, as a picture in text. */
  signature: string | null;
  /** After each stroke what stands there, dark on white whatever the screen looks like; null once it is cleared. */
  onSign: (signature: string | null) => void;
}

/** Where somebody signs with a finger. */
export function SignaturePad({ signature, onSign }: SignaturePadProps) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawn = useRef(false);
  const before = useRef(signature);
  const pen = () => canvas.current?.getContext("2d");
  useEffect(() => {
    whiten(canvas.current);
    if (before.current !== null) void redraw(canvas.current, before.current);
  }, []);
  const clear = () => {
    whiten(canvas.current);
    onSign(null);
  };
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    return [((clientX - box.x) / box.width) * width, ((clientY - box.y) / box.height) * height];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const drawn = pen();
    if (!drawn) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    Object.assign(drawn, { lineWidth: 5, lineCap: "round", lineJoin: "round", strokeStyle: "#101820" });
    drawn.beginPath();
    drawn.moveTo(...placeOf(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    pen()?.lineTo(...placeOf(event));
    pen()?.stroke();
    isDrawn.current = true;
  };
  const end = () => {
    if (isDrawn.current) onSign(canvas.current?.toDataURL("image/jpeg", 0.85) ?? null);
    isDrawn.current = false;
  };
  return (
    <div className={styles["pad"]}>
      <div className={styles["sheet"]}>
        <canvas
          ref={canvas}
          width={width}
          height={height}
          aria-label={t`Sign here`}
          role="img"
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={end}
        />
        {/* It lies over what is drawn, and is no part of the picture. */}
        <span className={styles["baseline"]} aria-hidden>
          <Trans>Sign here</Trans>
        </span>
      </div>
      {signature !== null && (
        <button type="button" className={styles["clear"]} onClick={clear}>
          <IconEraser size={18} stroke={1.8} />
          <Trans>Clear</Trans>
        </button>
      )}
    </div>
  );
}
