import { useLingui } from "@lingui/react/macro";
import { useComputedColorScheme } from "@mantine/core";
import { Map as MapLibreMap, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { begin } from "../api/idle.ts";
import { loadBase } from "./base.ts";
import { baseStyle, mapColours } from "./base-style.ts";

setWorkerUrl(workerUrl); // a file of our own: the page's policy allows no worker from a blob

/** A map with the built-in base in that element; null until it is drawn. In another colour scheme it is another map. */
export function useBaseMap(
  place: RefObject<HTMLElement | null>,
  label: string,
  isEmbedded: boolean,
): MapLibreMap | null {
  const { t } = useLingui();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const make = useEffectEvent((container: HTMLElement, style: ReturnType<typeof baseStyle>) => {
    const made = new MapLibreMap({
      container,
      style,
      center: [10, 30],
      zoom: 0.8,
      maxZoom: 17,
      attributionControl: false,
      dragRotate: false,
      maxPitch: 0,
      cooperativeGestures: isEmbedded,
      fadeDuration: 0,
      locale: {
        "Map.Title": label,
        "CooperativeGesturesHandler.WindowsHelpText": t`Hold Ctrl and scroll to zoom the map`,
        "CooperativeGesturesHandler.MacHelpText": t`Hold ⌘ and scroll to zoom the map`,
        "CooperativeGesturesHandler.MobileHelpText": t`Move the map with two fingers`,
      },
    });
    made.touchZoomRotate.disableRotation();
    made.keyboard.disableRotation();
    return made;
  });
  useEffect(() => {
    let made: MapLibreMap | undefined;
    let isGone = false;
    const endWork = begin();
    const draw = async () => {
      const [base] = await Promise.all([loadBase(), document.fonts.ready]);
      if (isGone || !place.current) return;
      const fresh = make(place.current, baseStyle(base, mapColours[scheme]));
      made = fresh;
      await fresh.once("load");
      if (!isGone) setMap(fresh);
    };
    draw()
      .catch(() => undefined) // without the data of the base the place stays empty; the fields beside it do the same
      .finally(endWork);
    return () => {
      endWork(); // a map that is removed never tells that it has loaded
      isGone = true;
      setMap(null);
      made?.remove();
    };
  }, [place, scheme]);
  return map;
}
