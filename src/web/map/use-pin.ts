import { useLingui } from "@lingui/react/macro";
import { Marker, type Map as MapLibreMap, type MapMouseEvent } from "maplibre-gl";
import { useEffect, useEffectEvent, useRef } from "react";
import { pointText, type Point } from "./point.ts";
import styles from "./map.module.css";

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** One pin that a person sets by a click, by dragging it or with the arrow keys. */
export function usePin(map: MapLibreMap | null, at: Point | null, onMove: ((at: Point) => void) | undefined): void {
  const { t } = useLingui();
  const marker = useRef<Marker | null>(null);
  const isMovable = onMove !== undefined;
  /** Where it was put here on the map; a place that comes from elsewhere has to be brought into sight. */
  const own = useRef("");
  const move = useEffectEvent((to: { wrap(): Point }) => {
    const { lat, lng } = to.wrap();
    own.current = pointText({ lat, lng });
    onMove?.({ lat, lng });
  });
  const isThere = at !== null;

  useEffect(() => {
    if (!map || !isMovable) return;
    const handleClick = ({ lngLat, originalEvent }: MapMouseEvent) => {
      if (originalEvent.target === map.getCanvas()) move(lngLat); // a click on the pin itself does not move it
    };
    map.on("click", handleClick);
    map.getCanvas().style.cursor = "crosshair";
    return () => void map.off("click", handleClick);
  }, [map, isMovable]);

  useEffect(() => {
    if (!map || !isThere) return;
    const element = document.createElement("button");
    element.type = "button";
    element.className = styles.pin ?? "";
    const made = new Marker({ element, draggable: true, anchor: "bottom" }).setLngLat([0, 0]).addTo(map);
    made.on("dragend", () => move(made.getLngLat()));
    element.addEventListener("keydown", (event) => {
      const [x, y] = steps[event.key] ?? [0, 0];
      if (x === 0 && y === 0) return;
      event.preventDefault();
      event.stopPropagation(); // the map itself would move
      const far = event.shiftKey ? 1 : 10;
      const from = map.project(made.getLngLat());
      move(map.unproject([from.x + x * far, from.y + y * far]));
    });
    marker.current = made;
    return () => {
      marker.current = null;
      made.remove();
    };
  }, [map, isThere]);

  useEffect(() => {
    if (!map || !at) return;
    marker.current?.setLngLat([at.lng, at.lat]);
    marker.current
      ?.getElement()
      .setAttribute("aria-label", t`Pin at ${pointText(at)}. The arrow keys move it, with Shift in small steps.`);
    const isOwn = own.current === pointText(at);
    if (!isOwn || !map.getBounds().contains([at.lng, at.lat]))
      map.jumpTo({ center: [at.lng, at.lat], zoom: isOwn ? map.getZoom() : Math.max(map.getZoom(), 8) });
    own.current = pointText(at);
  }, [map, at, t]);
}
