import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, type ClipboardEvent } from "react";
import { useFormat } from "#web/ui/values/use-format.ts";
import { decimalShown, decimalTyped } from "#web/form/fields/decimal.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { useFormScope } from "#web/form/scope.ts";
import { WorldMap } from "#web/map/map.tsx";
import { degrees, type Point } from "#web/map/point.ts";
import { pointOf } from "./point-of.web.ts";
import { readPoint } from "./read-point.web.ts";
import { Fields, Row, Stack } from "#web/ui/layout/layout.tsx";
import { locationInput } from "./locations.contract.ts";
import { PlaceSearch } from "./place-search.web.tsx";
import styles from "./place.module.css";

const Field = fieldsOf(locationInput);

/** Where the site is: found by its city, pasted, typed, or set with the pin; the two fields hold it. */
export function PlaceField() {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { form } = useFormScope();
  const fields = useRef<HTMLDivElement>(null);
  const [latitude, longitude] = [form.useWatchValue("latitude"), form.useWatchValue("longitude")].map((typed) =>
    decimalTyped(String(typed ?? ""), locale),
  );
  const put = (at: Point | null) => {
    form.setFieldValue("latitude", at ? decimalShown(degrees(at.lat), locale) : "");
    form.setFieldValue("longitude", at ? decimalShown(degrees(at.lng), locale) : "");
  };
  const handlePaste = (event: ClipboardEvent) => {
    const at = readPoint(event.clipboardData.getData("text/plain"));
    if (!at) return;
    event.preventDefault();
    put(at);
    requestAnimationFrame(() => fields.current?.querySelector("input")?.focus()); // another value is another input
  };
  const pin = pointOf(latitude ?? "", longitude ?? "");
  return (
    <Stack gap={10}>
      <PlaceSearch onFind={put} />
      <div className={styles.map}>
        <WorldMap label={t`Place on the map`} isEmbedded pin={pin} onPin={put} />
      </div>
      <Row as="p" justify="space-between">
        {pin ? (
          <Trans>Drag the pin, or click where it belongs.</Trans>
        ) : (
          <Trans>Click on the map to set the pin.</Trans>
        )}
        {pin && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => put(null)}>
            <Trans>Remove the pin</Trans>
          </Button>
        )}
      </Row>
      <Fields ref={fields} inColumns onPaste={handlePaste}>
        <Field.Decimal name="latitude" unit="°" />
        <Field.Decimal name="longitude" unit="°" />
      </Fields>
    </Stack>
  );
}
