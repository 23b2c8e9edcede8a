import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { isWallTime } from "#web/ui/inputs/date-text.ts";
import { WallTimeInput } from "#web/ui/inputs/date-input.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { Choice, useFrame, type FieldProps } from "#web/form/fields/frame.tsx";
import { useFormScope } from "#web/form/scope.ts";
import { momentOf, wallTime } from "#web/ui/values/format.ts";
import { weekdayName, weekdays } from "./weekdays.web.ts";

/** A day of the week by its name, Monday first. */
export function WeekdayField(props: FieldProps) {
  const { locale } = useFormat();
  const { field, frame } = useFrame(props);
  return (
    <Choice
      key={field.key}
      frame={frame}
      path={field.path}
      start={String(field.start ?? "")}
      isOptional={false}
      data={weekdays.map((day) => ({ value: String(day), label: weekdayName(day, locale) }))}
      onChoose={field.set}
    />
  );
}

/** How far apart the slots of a site begin. */
export function SlotField(props: FieldProps) {
  const { t } = useLingui();
  const { field, frame } = useFrame(props);
  return (
    <Choice
      key={field.key}
      frame={frame}
      path={field.path}
      start={String(field.start ?? "")}
      isOptional={false}
      data={field.facts.options.map((value) => ({ value, label: t`${value} min` }))}
      onChoose={field.set}
    />
  );
}

/** A moment on the clock of the site whose form this is; kept as an instant. */
export function SiteTimeField(props: FieldProps) {
  const { form } = useFormScope();
  const { zone: ownZone } = useFormat();
  const { field, frame } = useFrame(props);
  const given = form.getValues()["timezone"];
  const zone = typeof given === "string" && given !== "" ? given : ownZone;
  return <KeptTime key={field.key} frame={frame} field={field} zone={zone} />;
}

function KeptTime({ frame, field, zone }: ReturnType<typeof useFrame> & { zone: string }) {
  const [value, setValue] = useState(() =>
    typeof field.start === "string" && field.start !== "" ? wallTime(field.start, zone).slice(0, 16) : "",
  );
  return (
    <WallTimeInput
      {...frame}
      data-path={field.path}
      value={value}
      onChange={(next) => {
        setValue(next);
        field.set(isWallTime(next) ? momentOf(next, zone) : next); // what is no time the schema refuses
      }}
    />
  );
}
