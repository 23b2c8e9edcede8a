import type { StyleSpecification } from "maplibre-gl";
import type { Base } from "./base.ts";

/** MapLibre takes no CSS variables: the colours of a map, in light and dark. */
export const mapColours = {
  light: {
    sea: "#dfe7ec",
    land: "#f7f8f7",
    line: "#c3ccd1",
    text: "#5f686e",
    halo: "#f7f8f7",
    ink: "#192025",
    accent: "#006078",
    paper: "#ffffff",
  },
  dark: {
    sea: "#0d1418",
    land: "#171c20",
    line: "#333c42",
    text: "#9aa4aa",
    halo: "#14181b",
    ink: "#e4e8ea",
    accent: "#42b4d7",
    paper: "#1b2024",
  },
} as const;
export type MapColours = (typeof mapColours)["light" | "dark"];

/** Without a server of glyphs MapLibre writes with the page's own fonts. */
export const mapFont = ["Inter Variable"];

/** The built-in base in two greys: what is drawn on it is what counts. */
export function baseStyle(base: Base, colours: MapColours): StyleSpecification {
  const source = (data: object) => ({ type: "geojson" as const, data: data as never }); // GeoJSON, as base.ts makes it
  return {
    version: 8,
    sources: { land: source(base.land), borders: source(base.borders), cities: source(base.cities) },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": colours.sea } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": colours.land } },
      { id: "coast", type: "line", source: "land", paint: { "line-color": colours.line, "line-width": 0.7 } },
      {
        id: "borders",
        type: "line",
        source: "borders",
        paint: { "line-color": colours.line, "line-width": 1.1, "line-dasharray": [4, 2.5] },
      },
      {
        id: "cities",
        type: "symbol",
        source: "cities",
        filter: ["<", ["get", "rank"], ["step", ["zoom"], 80, 1.5, 250, 2.7, 700, 3.7, 1800, 4.8, 4500, 6, 100_000]],
        layout: {
          "text-field": ["get", "name"],
          "text-font": mapFont,
          "text-size": ["step", ["get", "rank"], 12.5, 1200, 11.5],
          "symbol-sort-key": ["get", "rank"],
          "text-padding": 8,
        },
        paint: { "text-color": colours.text, "text-halo-color": colours.halo, "text-halo-width": 1.3 },
      },
    ],
  };
}
