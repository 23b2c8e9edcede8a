import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormat } from "#web/ui/values/use-format.ts";
import { loadCities, type City } from "#web/map/base.ts";
import { findCities } from "./find-cities.web.ts";
import type { Point } from "#web/map/point.ts";
import { readPoint } from "./read-point.web.ts";

/** Finds a place by the name of its city, by coordinates as people write them, or in a link of a map site. */
export function PlaceSearch({ onFind }: { onFind: (at: Point) => void }) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const [text, setText] = useState("");
  const [isLost, setLost] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const cities = useQuery({ queryKey: ["map", "cities"], queryFn: loadCities, staleTime: Infinity });
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const named = (city: City) => `${city.name}, ${countries.of(city.country) ?? city.country}`;
  const found = findCities(cities.data ?? [], text.split(",")[0] ?? "");
  const take = (typed: string) => {
    const at = readPoint(typed) ?? found.find((city) => named(city) === typed)?.at;
    if (at) onFind(at);
    return at !== undefined;
  };
  return (
    <Autocomplete
      label={<Trans>Find a place</Trans>}
      description={<Trans>A city, coordinates, or a link of a map site.</Trans>}
      error={isLost && t`No larger city is called so, and these are no coordinates. Set the pin on the map.`}
      data={found.map(named)}
      filter={({ options }) => options} // found by us, without the marks of letters
      value={text}
      autoComplete="off"
      comboboxProps={{ shadow: "md", transitionProps: { duration: 120 } }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={(typed) => {
        setText(typed);
        setLost(false);
      }}
      onOptionSubmit={(option) => void take(option)}
      onPaste={(event) => {
        if (take(event.clipboardData.getData("text/plain"))) setLost(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault(); // Enter would save the form
        const [first] = found; // unless the arrows chose another, which the list then tells by itself
        if (text.trim() === "") return;
        if (!take(text) && first) {
          onFind(first.at);
          setText(named(first));
        }
        setLost(first === undefined && readPoint(text) === null);
        setOpen(false);
      }}
    />
  );
}
