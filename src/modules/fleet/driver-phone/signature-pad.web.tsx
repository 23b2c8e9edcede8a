import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useImperativeHandle, useRef, type PointerEvent, type Ref } from "react";
import styles from "./driver-phone.module.css";

export interface SignatureHandle {
  /** What was signed, dark on white whatever the screen looks like. */
  picture(): Promise<Blob | null>;
}

const [width, height] = [720, 360];

function whiten(canvas: HTMLCanvasElement | null): void {
  const pen = canvas?.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
}

/** Where somebody signs with a finger. */
export function SignaturePad({ ref, onSigned }: { ref: Ref<SignatureHandle>; onSigned: (isSigned: boolean) => void }) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  useImperativeHandle(ref, () => ({
    picture: () => new Promise((resolve) => canvas.current?.toBlob(resolve, "image/png")),
  }));
  const pen = () => canvas.current?.getContext("2d");
  useEffect(() => whiten(canvas.current), []);
  const clear = () => {
    whiten(canvas.current);
    onSigned(false);
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
    onSigned(true);
  };
  return (
    <div className={styles["pad"]}>
      <canvas
        ref={canvas}
        width={width}
        height={height}
        aria-label={t`Sign here`}
        role="img"
        onPointerDown={begin}
        onPointerMove={draw}
      />
      <button type="button" className={styles["quiet"]} onClick={clear}>
        <Trans>Clear</Trans>
      </button>
    </div>
  );
}
