import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import IconMap from "@tabler/icons-react/dist/esm/icons/IconMap2.mjs";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import { useAddress } from "#web/list/data/address.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ImportButton } from "../imports/import-button.web.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { locations, type Location } from "./locations.contract.ts";

export const locationNaming: Naming = {
  one: msg`location`,
  many: msg`locations`,
  about: msg`A location is a site of your company, with its own time zone, hours and docks.`,
};

const columns = columnsOf<Location>((c) => [
  c.link("name"),
  c.code("code", { width: 90 }),
  c.custom("kind", { width: 110, cell: ({ kind }) => <Kind of={kind} /> }),
  c.text("city"),
  c.text("countryCode", { label: msg`Country`, width: 80 }),
  c.text("timezone", { label: msg`Time zone`, width: 170 }),
  c.count("dockCount", { label: msg`Docks`, width: 80 }),
  c.active("isActive"),
  c.date("createdAt", { hidden: true }),
]);
export const LocationPreview = previewOf(columns);

/** A kind in words. */
export function Kind({ of }: { of: string }) {
  return useWords()(of);
}

/** Its fields come when it opens: they are many, and some are its own. */
export const LocationForm = lazyPart(() => import("./locations.form.web.tsx"), "LocationForm");

const LocationMap = lazyPart(() => import("./locations.map.web.tsx"), "LocationMap");

/** The sites as a list, or with `?view=map` on the map. */
export function LocationList() {
  const { search, go } = useAddress();
  if (search["view"] === "map") return <LocationMap />;
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconMap size={15} stroke={1.7} />}
        onClick={() => go({ search: { view: "map" } })}
      >
        <Trans>Map</Trans>
      </Button>
      <ImportButton entity="location" can={locations.create.can} />
    </>
  );
  return (
    <ListScreen
      of={locations}
      naming={locationNaming}
      columns={columns}
      filters={["kind", "isActive"]}
      form={LocationForm}
      opens="/company-locations/details"
      actions={actions}
    />
  );
}
