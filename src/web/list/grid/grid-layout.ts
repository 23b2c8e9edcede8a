import type { CSSProperties } from "react";
import type { Column } from "./columns.tsx";

const boxWidth = 46;

/** The widths of a grid as CSS variables on its root, for its head, its rows and its skeleton alike. */
export function gridLayout<Rec>(columns: readonly Column<Rec>[], hasBoxes: boolean): CSSProperties {
  const someGrow = columns.some(({ grows }) => grows > 0);
  const widths = columns.map(({ grows, width }, index) =>
    grows > 0 || (!someGrow && index === 0) ? `minmax(${width}px, ${grows || 1}fr)` : `${width}px`,
  );
  return {
    "--cols": [...(hasBoxes ? [`${boxWidth}px`] : []), ...widths].join(" "),
    "--least": `${columns.reduce((sum, { width }) => sum + width, hasBoxes ? boxWidth : 0)}px`,
  };
}
