import { Button } from "@mantine/core";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import IconList from "@tabler/icons-react/dist/esm/icons/IconList.mjs";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Code } from "#web/ui/values/values.tsx";
import { useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { useList } from "#web/list/data/use-list.ts";
import { WorldMap } from "#web/map/map.tsx";
import type { Point } from "#web/map/point.ts";
import { pointOf } from "./point-of.web.ts";
import { Screen, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { locations, type Location } from "./locations.contract.ts";
import styles from "./locations.map.module.css";

interface Site {
  readonly location: Location;
  readonly at: Point | null;
}

/** All sites of the company on the map, and beside it the same as a list. */
export function LocationMap() {
  const { t } = useLingui();
  const { go } = useAddress();
  const { records, isFirstLoad, problem, retry } = useList(locations, { limit: 200 });
  const [chosen, setChosen] = useState<string | null>(null);
  const sites = records.map((location): Site => ({ location, at: pointOf(location.latitude, location.longitude) }));
  const lost = sites.filter(({ at }) => at === null).length;
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>Locations</Trans>
        </h1>
        {lost > 0 && (
          <Text tone="dim">
            <Plural value={lost} one="# without a pin" other="# without a pin" />
          </Text>
        )}
        <Button
          className={styles.end ?? ""}
          variant="default"
          leftSection={<IconList size={15} stroke={1.7} />}
          onClick={() => go({ search: {} })}
        >
          <Trans>List</Trans>
        </Button>
      </ScreenHead>
      {problem && records.length === 0 && (
        <Failed title={<Trans>The list did not load</Trans>} problem={problem} onRetry={retry} />
      )}
      <div className={styles.parts} aria-busy={isFirstLoad}>
        <ul className={styles.sites} aria-label={t`Locations`}>
          {sites.map((site) => (
            <SiteRow
              key={site.location.id}
              site={site}
              isChosen={site.location.id === chosen}
              onChoose={() => setChosen(site.location.id)}
            />
          ))}
        </ul>
        <WorldMap
          label={t`Locations on the map`}
          marks={sites.flatMap(({ location: { id, name }, at }) => (at ? [{ id, at, label: name }] : []))}
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
    </Screen>
  );
}

interface SiteRowProps {
  site: Site;
  isChosen: boolean;
  onChoose: () => void;
}

function SiteRow({ site: { location, at }, isChosen, onChoose }: SiteRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" }); // it may have been chosen on the map
  }, [isChosen]);
  return (
    <li
      ref={row}
      className={styles.site}
      data-chosen={isChosen || undefined}
      onPointerEnter={onChoose}
      onFocus={onChoose}
    >
      <Link to={"/company-locations/details" as never} search={{ id: location.id } as never}>
        {location.name}
      </Link>{" "}
      {/* screens are registered at run time */}
      <Code>{location.code}</Code>
      <p>
        {[location.city, location.countryCode].filter(Boolean).join(", ")}{" "}
        {at === null && (
          <Text tone="dim">
            <Trans>no pin yet</Trans>
          </Text>
        )}
      </p>
    </li>
  );
}
