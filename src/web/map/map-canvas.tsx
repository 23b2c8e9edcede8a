import "maplibre-gl/dist/maplibre-gl.css";
import { useLingui } from "@lingui/react/macro";
import IconMinus from "@tabler/icons-react/dist/esm/icons/IconMinus.mjs";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { useRef } from "react";
import type { Point } from "./point.ts";
import { useBaseMap } from "./use-base-map.ts";
import { useMarks, type Mark } from "./use-marks.ts";
import { usePin } from "./use-pin.ts";
import styles from "./map.module.css";

export interface MapProps {
  /** What the map shows, for those who do not see it; the same facts stand beside it in words. */
  label: string;
  /** It stands in something that scrolls: the wheel and one finger belong to the page. */
  isEmbedded?: boolean;
  marks?: readonly Mark[];
  chosen?: string | null;
  onChoose?: (id: string) => void;
  /** The one place that is being set; a click and the pin itself tell where it goes. */
  pin?: Point | null;
  onPin?: (at: Point) => void;
}

/** Whose data the base is made of, and the licence that asks to say so. */
const credits = [
  ["Natural Earth", "https://www.naturalearthdata.com/"],
  ["GeoNames", "https://www.geonames.org/"],
  ["CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"],
] as const;
const noMarks: readonly Mark[] = [];

/** The map itself; it comes in a chunk of its own. */
export function MapCanvas({
  label,
  isEmbedded = false,
  marks = noMarks,
  chosen = null,
  onChoose,
  pin = null,
  onPin,
}: MapProps) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const map = useBaseMap(place, label, isEmbedded);
  useMarks(map, marks, chosen, onChoose);
  usePin(map, pin, onPin);
  return (
    <div className={styles.map} aria-busy={map === null}>
      <div ref={place} className={styles.canvas} />
      <div className={styles.zoom}>
        <button type="button" aria-label={t`Zoom in`} onClick={() => map?.zoomIn()}>
          <IconPlus size={16} stroke={1.7} />
        </button>
        <button type="button" aria-label={t`Zoom out`} onClick={() => map?.zoomOut()}>
          <IconMinus size={16} stroke={1.7} />
        </button>
      </div>
      <p className={styles.credit}>
        {credits.map(([name, address]) => (
          <a key={name} href={address} target="_blank" rel="noreferrer">
            {name}
          </a>
        ))}
      </p>
    </div>
  );
}
