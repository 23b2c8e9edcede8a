import { Button } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { useMay } from "#web/api/session.tsx";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { Note } from "#web/ui/note.tsx";
import { StateChip } from "#web/ui/status/chip.tsx";
import type { Naming } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { files } from "../../settings/files/files.contract.ts";
import { documentTypes } from "../document-types/document-types.contract.ts";
import { assets } from "../assets/assets.contract.ts";
import { fleetDeliveries } from "../deliveries/deliveries.contract.ts";
import { trips } from "../trips/trips.contract.ts";
import { vehicles } from "../vehicles/vehicles.contract.ts";
import { drivers } from "../drivers/drivers.contract.ts";
import { SealedNumber } from "../drivers/sealed-number.web.tsx";
import { documentInput, documentRecord, documents, type Document, type DocumentRow } from "./documents.contract.ts";
import { documentStatusStyles, validityStyles } from "./document-words.web.ts";
import { documentFlow } from "./documents.flow.ts";
import { RenewButton } from "./renew-button.web.tsx";
import { WaitsForCheck } from "./waits-for-check.web.tsx";

const naming: Naming = {
  one: msg`document`,
  many: msg`documents`,
  about: msg`A document is a paper with an end: somebody uploads it, somebody else verifies it, and it is renewed in time.`,
};
const columns = columnsOf<DocumentRow>((c) => [
  c.link("typeName", { label: msg`Document` }),
  c.text("title", { label: msg`What it is`, hidden: true }),
  c.text("driverName", { label: msg`Driver` }),
  c.text("vehicleName", { label: msg`Vehicle`, width: 110 }),
  c.text("assetNo", { label: msg`Asset`, width: 120 }),
  c.text("tripNumber", { label: msg`Trip`, width: 120, hidden: true }),
  c.text("deliveryNumber", { label: msg({ context: "fleet", message: "Delivery" }), width: 120, hidden: true }),
  {
    ...c.date("expiresOn", { label: msg`Ends`, width: 120 }),
    key: "endsOn",
    fields: ["expiresOn"],
  },
  c.badge("validity", validityStyles, { width: 130 }),
  c.badge("status", documentStatusStyles, { width: 120 }),
  c.code("number"),
  c.text("issuer", { label: msg`Issued by`, hidden: true }),
  c.count("fileCount", { label: msg`Files`, width: 70, hidden: true }),
  {
    ...c.custom("renew", {
      label: msg`Steps`,
      width: 110,
      align: "end",
      cell: (document) => <RenewButton document={document} />,
    }),
    fields: [],
  },
  c.choice("subject", { label: msg`What it is about`, hidden: true }),
  c.boolean("blocksDispatch", { hidden: true }),
  c.text("enteredByName", { label: msg`Entered by`, hidden: true }),
  c.date("createdAt", { hidden: true }),
]);

const Field = fieldsOf(documentInput);
const DocumentForm = () => (
  <>
    <Field.Reference name="typeId" of={documentTypes} label="name" title={msg`Type`} autoFocus />
    <Field.Reference
      name="driverId"
      of={drivers}
      label="lastName"
      title={msg`Driver`}
      help={<Trans>Of documents of drivers.</Trans>}
    />
    <Field.Reference
      name="vehicleId"
      of={vehicles}
      label="unitNumber"
      title={msg`Vehicle`}
      help={<Trans>Of documents of vehicles.</Trans>}
    />
    <Field.Reference
      name="assetId"
      of={assets}
      label="assetNo"
      title={msg`Asset`}
      help={<Trans>Of documents of assets.</Trans>}
    />
    <Field.Reference
      name="tripId"
      of={trips}
      label="tripNumber"
      title={msg`Trip`}
      help={<Trans>Of documents of trips.</Trans>}
    />
    <Field.Reference
      name="deliveryId"
      of={fleetDeliveries}
      label="deliveryNumber"
      title={msg({ context: "fleet", message: "Delivery" })}
      help={<Trans>Of documents of deliveries. Those of the company name none of these.</Trans>}
    />
    <Field.Text
      name="title"
      label={msg`What it is`}
      help={<Trans>Where its type does not say it: a class, a machine, a region.</Trans>}
    />
    <Field.Text name="number" />
    <Field.Text name="issuer" label={msg`Issued by`} />
    <Field.Date name="issuedOn" />
    <Field.Date name="validFrom" help={<Trans>Where it begins later than it was issued.</Trans>} />
    <Field.Date name="expiresOn" help={<Trans>The last day on which it holds.</Trans>} />
  </>
);

const calendarButton = (
  <Button component="a" variant="default" href="/fleet/documents/calendar">
    <Trans>What ends when</Trans>
  </Button>
);

export const DocumentList = () => (
  <ListScreen
    of={documents}
    naming={naming}
    columns={columns}
    filters={[
      "validity",
      "status",
      "subject",
      { name: "typeId", of: documentTypes, field: "name" },
      { name: "vehicleId", of: vehicles, field: "unitNumber", label: msg`Vehicle` },
      "expiresOn",
    ]}
    form={DocumentForm}
    actions={
      <>
        <ImportButton entity="document" can={documents.create.can} />
        {calendarButton}
      </>
    }
    opens="/fleet/documents/details"
  />
);

const words: Partial<Record<keyof typeof documentFlow.steps, StepWords>> = {
  reject: { isDangerous: true },
  revoke: { isDangerous: true },
};

export function DocumentDetail() {
  const { t } = useLingui();
  const fmt = useFormat();
  return (
    <DetailScreen
      of={documents}
      naming={naming}
      form={DocumentForm}
      title={({ typeName }) => typeName}
      state={{ of: ({ status }) => status, statusStyles: documentStatusStyles }}
      summary={(document) => <Summary of={document} />}
      strip={(document) => [
        { label: msg`Today`, value: <StateChip statusStyles={validityStyles} state={document.validity} /> },
        {
          label: msg`Ends`,
          value: document.expiresOn && fmt.date(document.expiresOn),
          sub: document.expiresOn && fmt.daysFromNow(document.expiresOn),
        },
        { label: "number", value: <PaperNumber of={document} />, sub: document.issuer },
        { label: msg`Entered by`, value: document.enteredByName },
        { label: msg`Decided by`, value: document.decidedByName },
      ]}
      rail={(document) => <Attachments of={files} entity="document" id={document.id} can={documentRecord.files.edit} />}
    >
      {(document) => (
        <>
          <Steps
            of={documents}
            flow={documentFlow}
            record={{ ...document, steps: document.steps.filter((step) => step !== "renew") }}
            words={words}
            about={document.typeName}
          />
          <HeaderSlot>
            <RenewButton document={document} isMain />
          </HeaderSlot>
          <WaitsForCheck document={document} />
          {document.decisionReason && <Note icon="warn">{document.decisionReason}</Note>}
          <SameNumber of={document} />
          {document.renewalId !== null && (
            <Note
              icon="wait"
              actions={
                <Button component="a" variant="default" href={`/fleet/documents/details?id=${document.renewalId}`}>
                  {t`Open the renewal`}
                </Button>
              }
            >
              <Trans>Its renewal is entered.</Trans>
            </Note>
          )}
          <FieldList
            schema={documentInput}
            record={document}
            except={[
              "typeId",
              "title",
              "driverId",
              "vehicleId",
              "assetId",
              "tripId",
              "deliveryId",
              "number",
              "issuer",
              "expiresOn",
            ]}
          />
        </>
      )}
    </DetailScreen>
  );
}

/** Its number; of one that is sealed the end, and pressed the whole of it. */
function PaperNumber({ of: { id, number, numberEnd } }: { of: Document }) {
  if (numberEnd === null) return number;
  return <SealedNumber end={numberEnd} read={() => call(documents.number, { id })} />;
}

/** Whose it is, and what it is where its type does not say that. */
function Summary({ of }: { of: Document }) {
  return (
    <>
      <Subject of={of} />
      {of.title !== null && ` ${of.title}`}
    </>
  );
}

/** Whose it is, or what it is of, with a way to it. */
function Subject({
  of: {
    driverId,
    driverName,
    vehicleId,
    vehicleName,
    assetId,
    assetNo,
    tripId,
    tripNumber,
    deliveryId,
    deliveryNumber,
  },
}: {
  of: Document;
}) {
  const may = useMay();
  if (driverId !== null && may(drivers.read.can))
    return <a href={recordHref("/fleet/drivers/details", driverId)}>{driverName}</a>;
  if (vehicleId !== null) return <a href={recordHref("/fleet/vehicles/details", vehicleId)}>{vehicleName}</a>;
  if (assetId !== null) return <a href={recordHref("/fleet/assets/details", assetId)}>{assetNo}</a>;
  if (tripId !== null) return <a href={recordHref("/fleet/trips/details", tripId)}>{tripNumber}</a>;
  if (deliveryId !== null) return <a href={recordHref("/fleet/deliveries/details", deliveryId)}>{deliveryNumber}</a>;
  return driverName;
}

function SameNumber({ of: { typeName, sameNumberOf } }: { of: Document }) {
  if (sameNumberOf === null) return null;
  return (
    <Note icon="warn">
      <Trans>
        “{typeName}” of {sameNumberOf} has the same number. Compare the two: one may be a mistake.
      </Trans>
    </Note>
  );
}
