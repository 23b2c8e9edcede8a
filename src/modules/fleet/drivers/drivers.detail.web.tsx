import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { phoneHref } from "#shared/format/phone.ts";
import { useMay } from "#web/api/session.tsx";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { Steps, type StepWords } from "#web/detail/steps.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { WordList } from "#web/list/grid/columns.tsx";
import { Note } from "#web/ui/note.tsx";
import { StateChip } from "#web/ui/status/chip.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { dayAt } from "#web/ui/values/format.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { files } from "../../settings/files/files.contract.ts";
import { AbsenceList } from "./absence-list.web.tsx";
import { PartLink } from "../availability/part-link.web.tsx";
import { documents } from "../documents/documents.contract.ts";
import { driverLicences } from "../driver-licences/driver-licences.contract.ts";
import { AssignmentList } from "../driver-assignments/assignment-list.web.tsx";
import { DocumentsOf } from "../documents/documents-of.web.tsx";
import { TripsOf } from "../trips/trips-of.web.tsx";
import { driverInput, driverRecord, drivers, type Driver } from "./drivers.contract.ts";
import { driverFlow } from "./drivers.flow.ts";
import { DriverForm, driverNaming, driverStatusStyles, nameOfDriver } from "./drivers.web.tsx";
import { dutyStyles } from "./driver-words.web.tsx";
import { DutyMenu } from "./duty-menu.web.tsx";
import { LicenceList } from "./licence-list.web.tsx";

const words: Partial<Record<keyof typeof driverFlow.steps, StepWords>> = {
  activate: { label: msg`Let them drive` },
  reinstate: { label: msg`Let them drive again` },
  suspend: { isMinor: true },
  leave: {
    label: msg`Has left the company`,
    isDangerous: true,
    confirm: <Trans>Has this driver left the company?</Trans>,
    consequence: (
      <Trans>
        Nothing more can be planned for them. Their papers are removed a year from now. Their account stays.
      </Trans>
    ),
  },
  comeBack: {
    label: msg`Has not left`,
    isMinor: true,
    consequence: (
      <Trans>
        They are suspended until somebody lets them drive. Papers that were not removed yet are theirs again; so are
        trips that nobody gave to another driver.
      </Trans>
    ),
  },
  erase: {
    isDangerous: true,
    confirm: <Trans>Erase this driver for good?</Trans>,
    consequence: <Trans>Name, contacts, licences, documents and files go. The employee number stays.</Trans>,
  },
};

export function DriverDetail() {
  const fmt = useFormat();
  const may = useMay();
  const when = (moment: string) => (dayAt(moment, fmt.zone) === fmt.today() ? fmt.time(moment) : fmt.instant(moment));
  return (
    <DetailScreen
      of={drivers}
      naming={driverNaming}
      form={DriverForm}
      title={nameOfDriver}
      state={{ of: ({ status }) => status, statusStyles: driverStatusStyles }}
      summary={({ employeeNo, homeLocationName }) => [employeeNo, homeLocationName].filter(Boolean).join(", ")}
      strip={(driver) => [
        {
          label: msg`Duty`,
          value: <StateChip statusStyles={dutyStyles} state={driver.duty} />,
          sub: driver.dutySince && <Trans>since {when(driver.dutySince)}</Trans>,
        },
        {
          label: msg`Phone`,
          value: driver.phone && <a href={phoneHref(driver.phone)}>{driver.phone}</a>,
          sub: driver.email,
        },
        { label: msg`Classes`, value: driver.licenceClasses.join(", ") || null },
        {
          label: "licensedUntil",
          value: driver.licensedUntil && fmt.date(driver.licensedUntil),
          sub: driver.licensedUntil && fmt.daysFromNow(driver.licensedUntil),
        },
        { label: "employment", value: <WordList>{[driver.employment]}</WordList>, sub: driver.carrierName },
        { label: msg`Account`, value: driver.userEmail },
        ...emergencyContact(driver),
      ]}
      rail={(driver) => <DriverFiles driver={driver} />}
    >
      {(driver) => (
        <>
          <Steps of={drivers} flow={driverFlow} record={driver} words={words} about={nameOfDriver(driver)} />
          <DutyMenu driver={driver} />
          <Verdict driver={driver} />
          <TripsOf of={{ driverId: driver.id }} />
          {may(driverLicences.list.can) && (
            <div id={licencesAnchor}>
              <LicenceList driverId={driver.id} />
            </div>
          )}
          <AssignmentList of={{ driverId: driver.id }} canAdd={driver.status !== "left"} />
          <AbsenceList driverId={driver.id} canAdd={driver.status !== "left"} />
          <div id={documentsAnchor}>
            <DocumentsOf about={{ driverId: driver.id }} />
          </div>
          <FieldList
            schema={driverInput}
            record={driver}
            except={[
              "firstName",
              "lastName",
              "employeeNo",
              "phone",
              "email",
              "employment",
              "carrierId",
              "homeLocationId",
              "userId",
              "emergencyName",
              "emergencyPhone",
            ]}
          />
        </>
      )}
    </DetailScreen>
  );
}

/** Whom to call when something has happened to them; nothing where nobody is known. */
function emergencyContact({ emergencyName: name, emergencyPhone: phone }: Driver) {
  if (name === null && phone === null) return [];
  const call = phone && <a href={phoneHref(phone)}>{phone}</a>;
  return [{ label: msg`Emergency contact`, value: name ?? call, sub: name && call }];
}

const licencesAnchor = "licences";
const documentsAnchor = "documents";

/** Whether they may drive today: with which classes until when; if not, why, and where that is mended. */
function Verdict({ driver }: { driver: Driver }) {
  if (driver.status === "left") return driver.keepsAccount ? <OpenAccount userId={driver.userId} /> : null;
  if (driver.blockedBy.length === 0)
    return (
      <Note icon="done">
        <b>
          <Trans>May drive today.</Trans>
        </b>{" "}
        <ClassWords driver={driver} />
      </Note>
    );
  return (
    <Note icon="warn" actions={<Ways driver={driver} />}>
      <b>
        <Trans>May not drive today.</Trans>
      </b>{" "}
      <Reasons of={driver} />
    </Note>
  );
}

/** The classes that they may drive with, each with its last day for who sees licences. */
function ClassWords({ driver: { licenceClasses, licenceClassEnds, licensedUntil } }: { driver: Driver }) {
  const { t } = useLingui();
  const fmt = useFormat();
  if (licenceClasses.length === 0) return null;
  const until = (classes: string, day: string) => {
    const end = fmt.date(day, "always");
    return t`${classes} until ${end}`;
  };
  if (licenceClassEnds.length === 0)
    return licensedUntil === null ? null : until(licenceClasses.join(", "), licensedUntil);
  const byDay = Map.groupBy(
    licenceClassEnds.map((one) => one.split(" ")),
    ([, day]) => day ?? "",
  );
  return [...byDay].map(([day, ones]) => until(ones.map(([name]) => name).join(", "), day)).join("; ");
}

/** Why not: of papers that are lacking which, and since when. */
function Reasons({ of: { blockedBy, lacking, suspendedReason } }: { of: Driver }) {
  const { t } = useLingui();
  const words = useWords();
  const fmt = useFormat();
  const papers = lacking.map(({ documentType, endedOn }) => {
    const paper = documentType ?? t`A confidential document`;
    const day = endedOn && fmt.date(endedOn, "always");
    return day ? t`${paper} ended ${day}` : t`${paper} is missing`;
  });
  const all = blockedBy.flatMap((one) => {
    if (one === "document_missing" && papers.length > 0) return papers;
    return one === "not_active" && suspendedReason !== null ? [suspendedReason] : [words(one)];
  });
  return all.join(", ");
}

/** Where that is mended; nothing where the head of the page does it. */
function Ways({ driver: { blockedBy } }: { driver: Driver }) {
  const may = useMay();
  return (
    <>
      {blockedBy.includes("no_valid_licence") && may(driverLicences.list.can) && (
        <PartLink to={licencesAnchor}>
          <Trans>Their licences</Trans>
        </PartLink>
      )}
      {blockedBy.includes("document_missing") && may(documents.list.can) && (
        <PartLink to={documentsAnchor}>
          <Trans>Their documents</Trans>
        </PartLink>
      )}
    </>
  );
}

/** Leaving ends no account: who manages users does. */
const OpenAccount = ({ userId }: { userId: string | null }) => (
  <Note icon="warn">
    <b>
      <Trans>They have left, and their account still signs in.</Trans>
    </b>{" "}
    <Trans>
      Whoever manages users ends it: <a href={recordHref("/settings/users", userId ?? "")}>their account</a>.
    </Trans>
  </Note>
);

/** Scans of their papers, for those who may see these. */
function DriverFiles({ driver }: { driver: Driver }) {
  const may = useMay();
  const { t } = useLingui();
  if (!may(driverRecord.files.view)) return null;
  return (
    <section aria-label={t`Files`}>
      <Attachments of={files} entity="driver" id={driver.id} can={driverRecord.files.edit} />
    </section>
  );
}
