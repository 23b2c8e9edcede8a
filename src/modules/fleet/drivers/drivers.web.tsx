import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import type { Naming } from "#web/ui/values/labels.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf, WordList } from "#web/list/grid/columns.tsx";
import { previewOf } from "#web/list/record-preview.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { RecordLink } from "#web/list/record-link.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { locations } from "../../settings/locations/locations.contract.ts";
import { carriers } from "../../warehouse/carriers/carriers.contract.ts";
import { vehicles } from "../vehicles/vehicles.contract.ts";
import { driverLicences } from "../driver-licences/driver-licences.contract.ts";
import { driverAccounts, driverInput, drivers, type Driver, type DriverRow } from "./drivers.contract.ts";
import { dutyStyles } from "./driver-words.web.tsx";

export const driverNaming: Naming = {
  one: msg`driver`,
  many: msg`drivers`,
  about: msg`A driver takes vehicles out. Enter who drives for you, then their licences, which somebody else verifies.`,
};
export const driverStatusStyles: StatusStyles<Driver["status"]> = {
  invited: "draft",
  active: "open",
  suspended: "warn",
  left: { icon: "ended", label: msg`Has left` },
};
export const nameOfDriver = ({ firstName, lastName }: Pick<Driver, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`;

const columns = columnsOf<DriverRow>((c) => [
  {
    ...c.link("lastName", { label: msg`Name` }),
    fields: ["lastName", "firstName"],
    text: nameOfDriver,
    cell: (driver) => <RecordLink>{nameOfDriver(driver)}</RecordLink>,
  },
  c.code("employeeNo", { label: msg`Number` }),
  c.badge("status", driverStatusStyles, { width: 120 }),
  { ...c.badge("duty", dutyStyles, { label: msg`Duty`, width: 120 }), fields: ["duty", "dutySince"] },
  c.custom("blockedBy", {
    label: msg`May not drive`,
    width: 200,
    grows: 1,
    cell: ({ blockedBy }) => (
      <Text tone="urgent">
        <WordList>{blockedBy.filter((one) => one !== "not_active")}</WordList>
      </Text>
    ),
  }),
  {
    ...c.custom("licenceClasses", {
      label: msg`Classes`,
      width: 140,
      cell: ({ licenceClasses }) => licenceClasses.join(", "),
    }),
    fields: ["licenceClasses", "licenceClassEnds"],
  },
  c.date("licensedUntil", { width: 120 }),
  c.text("phone", { width: 150, hidden: true }),
  c.text("vehicleNumber", { label: msg`Vehicle`, width: 120 }),
  c.text("homeLocationName", { label: msg`Home location`, width: 150, hidden: true }),
  c.choice("employment", { hidden: true }),
  c.text("carrierName", { label: msg`Carrier`, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);
export const DriverPreview = previewOf(columns);

const Field = fieldsOf(driverInput);
export const DriverForm = () => (
  <>
    <Field.Text name="firstName" autoFocus />
    <Field.Text name="lastName" />
    <Field.Text name="employeeNo" label={msg`Employee number`} />
    <Field.Phone name="phone" help={<Trans>Dispatch calls it. Without one nobody is made active.</Trans>} />
    <Field.Email name="email" label={msg`E-mail`} />
    <Field.Select name="employment" />
    <Field.Reference name="carrierId" of={carriers} label="name" title={msg`Carrier`} />
    <Field.Reference name="homeLocationId" of={locations} label="name" title={msg`Home location`} />
    <Field.Date name="hiredOn" />
    <Field.Text
      name="identificationTag"
      help={<Trans>Of the key or card with which they sign on to a vehicle.</Trans>}
    />
    <Field.Reference
      name="userId"
      of={driverAccounts}
      label="email"
      title={msg`Account`}
      help={<Trans>With it they sign in and see themselves, and no other driver.</Trans>}
    />
    <Field.Text
      name="emergencyName"
      label={msg`Emergency contact`}
      help={<Trans>Whom dispatch calls when something has happened to them.</Trans>}
    />
    <Field.Phone name="emergencyPhone" label={msg`Phone of the emergency contact`} />
    <Field.Textarea name="notes" />
  </>
);

export const DriverList = () => (
  <ListScreen
    of={drivers}
    naming={driverNaming}
    columns={columns}
    filters={[
      "status",
      "duty",
      "employment",
      { name: "homeLocationId", of: locations, field: "name" },
      { name: "vehicleId", of: vehicles, field: "unitNumber", label: msg`Vehicle` },
    ]}
    form={DriverForm}
    actions={
      <>
        <ImportButton
          entity="driver-licence"
          can={driverLicences.create.can}
          label={msg`Import licences`}
          visibleFrom="sm"
        />
        <ImportButton entity="driver" can={drivers.create.can} />
      </>
    }
    opens="/fleet/drivers/details"
    newPath="/fleet/drivers/details"
  />
);
