import { encode } from "uqr";

/** A QR code, drawn here: what it says leaves this page for no other host. Black on white in every theme, as readers want it. */
export function QrCode({ text, label, size = 180 }: { text: string; label: string; size?: number }) {
  const { data, size: cells } = encode(text, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${cells} ${cells}`}
      shapeRendering="crispEdges"
    >
      <rect width={cells} height={cells} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}
