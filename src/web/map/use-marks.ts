import type { GeoJSONSource, Map as MapLibreMap, MapLayerMouseEvent } from "maplibre-gl";
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { feature } from "./base.ts";
import { mapColours, mapFont, type MapColours } from "./base-style.ts";
import type { Point } from "./point.ts";

/** Something that stands on the map with its name. */
export interface Mark {
  readonly id: string;
  readonly at: Point;
  readonly label: string;
}

const layer = "marks";

/** Draws the marks with their labels in one layer, however many they are, and says which one is clicked. */
export function useMarks(
  map: MapLibreMap | null,
  marks: readonly Mark[],
  chosen: string | null,
  onChoose: ((id: string) => void) | undefined,
): void {
  const colours = mapColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const choose = useEffectEvent((id: string) => onChoose?.(id));
  const places = JSON.stringify(marks.map(({ id, at }) => [id, at]));

  // Only with a new map: in another colour scheme the old one is gone before its colours change.
  const prepare = useEffectEvent((onto: MapLibreMap) => {
    for (const [name, colour] of [
      ["mark", colours.ink],
      ["mark-chosen", colours.accent],
    ] as const)
      onto.addImage(name, square(colour, colours), { pixelRatio: 2 });
    onto.addSource(layer, { type: "geojson", data: collection([]) });
    onto.addLayer({
      id: layer,
      type: "symbol",
      source: layer,
      layout: {
        "icon-image": ["case", ["get", "isChosen"], "mark-chosen", "mark"],
        "icon-allow-overlap": true,
        "text-field": ["get", "label"],
        "text-font": mapFont,
        "text-size": 12,
        "text-anchor": "left",
        "text-offset": [0.9, 0],
        "text-optional": true,
        "symbol-sort-key": ["case", ["get", "isChosen"], 0, 1],
      },
      paint: {
        "text-color": ["case", ["get", "isChosen"], colours.accent, colours.ink],
        "text-halo-color": colours.paper,
        "text-halo-width": 2,
      },
    });
    const handleClick = ({ features }: MapLayerMouseEvent) => choose(String(features?.[0]?.properties["id"]));
    const point = (cursor: string) => () => void (onto.getCanvas().style.cursor = cursor);
    onto.on("click", layer, handleClick);
    onto.on("mouseenter", layer, point("pointer"));
    onto.on("mouseleave", layer, point(""));
  });
  useEffect(() => {
    if (map) prepare(map);
  }, [map]);

  useEffect(() => {
    void map
      ?.getSource<GeoJSONSource>(layer)
      ?.setData(
        collection(
          marks.map(({ id, at, label }) =>
            feature({ type: "Point" as const, coordinates: [at.lng, at.lat] }, { id, label, isChosen: id === chosen }),
          ),
        ),
      );
  }, [map, marks, chosen]);

  useEffect(() => {
    const all = (JSON.parse(places) as [string, Mark["at"]][]).map(([, at]) => at); // written above
    if (!map || all.length === 0) return;
    const [lngs, lats] = [all.map(({ lng }) => lng), all.map(({ lat }) => lat)];
    map.fitBounds(
      [
        [Math.min(...lngs), Math.min(...lats)],
        [Math.max(...lngs), Math.max(...lats)],
      ],
      { padding: { top: 48, bottom: 48, left: 64, right: 128 }, maxZoom: 7.5, animate: false },
    );
  }, [map, places]);
}

const collection = <F extends object>(features: F[]) => ({ type: "FeatureCollection" as const, features }) as never; // GeoJSON

/** A site: a small square of ink with a rim of paper, at twice its size for sharp screens. */
function square(colour: string, { paper }: MapColours): ImageData {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 32;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser draws on no canvas.");
  for (const [edge, fill] of [
    [2, paper],
    [6, colour],
  ] as const) {
    pen.fillStyle = fill;
    pen.beginPath();
    pen.roundRect(edge, edge, 32 - 2 * edge, 32 - 2 * edge, 8 - edge / 2);
    pen.fill();
  }
  return pen.getImageData(0, 0, 32, 32);
}
