import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { StatusStyles } from "#web/ui/status/chip.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { HoldActions } from "../hold-actions.web.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { columnsOf, WordList } from "#web/list/grid/columns.tsx";
import { ImportButton } from "../../settings/imports/import-button.web.tsx";
import { ListScreen } from "#web/list/list-screen.tsx";
import { carrierInput, carriers, type Carrier } from "./carriers.contract.ts";

const naming = {
  one: msg`carrier`,
  many: msg`carriers`,
  about: msg`A carrier is who drives goods to your docks, and whom you ask when a truck does not come.`,
};
const statusStyles: StatusStyles<Carrier["status"]> = { active: "open", on_hold: "warn", inactive: "ended" };
const columns = columnsOf<Carrier>((c) => [
  c.link("name"),
  c.code("code"),
  c.badge("status", statusStyles),
  c.custom("modes", { width: 150, grows: 1, cell: ({ modes }) => <WordList>{modes}</WordList> }),
  c.custom("equipment", { width: 150, grows: 1, cell: ({ equipment }) => <WordList>{equipment}</WordList> }),
  c.email("dispatchEmail"),
  c.date("insuranceExpiresOn", { label: msg`Insured until`, width: 130 }),
  c.code("scac", { label: msg`SCAC`, hidden: true }),
]);

const Field = fieldsOf(carrierInput);
const CarrierForm = () => (
  <>
    <Field.Text name="name" autoFocus />
    <Field.Text name="code" help={<Trans>Short, as people say and type it.</Trans>} />
    <Field.Email name="dispatchEmail" />
    <Field.Phone name="dispatchPhone" />
    <Field.Words name="modes" />
    <Field.Words name="equipment" />
    <Field.Text
      name="scac"
      label={msg`SCAC`}
      help={<Trans>The code of North American carriers, 2 to 4 letters.</Trans>}
    />
    <Field.Date name="insuranceExpiresOn" label={msg`Insured until`} />
    <Field.Textarea name="notes" />
  </>
);

export const CarrierList = () => (
  <ListScreen
    of={carriers}
    naming={naming}
    columns={columns}
    filters={["status", "modes", "equipment", "insuranceExpiresOn"]}
    form={CarrierForm}
    actions={<ImportButton entity="carrier" can={carriers.create.can} />}
    opens="/warehouse/carriers/details"
  />
);

export function CarrierDetail() {
  const { t } = useLingui();
  const fmt = useFormat();
  const strip = ({ modes, equipment, insuranceExpiresOn: until }: Carrier) => [
    { label: msg`Modes`, value: <WordList>{modes}</WordList> },
    { label: msg`Equipment`, value: <WordList>{equipment}</WordList> },
    { label: msg`Insured until`, value: until && fmt.date(until), sub: until && fmt.daysFromNow(until) },
  ];
  const daysInsured = (until: string) => (Date.parse(until) - Date.parse(fmt.today())) / 86_400_000;
  return (
    <DetailScreen
      of={carriers}
      naming={naming}
      form={CarrierForm}
      title={({ name }) => name}
      state={{ of: ({ status }) => status, statusStyles }}
      summary={({ holdReason }) => holdReason}
      strip={strip}
    >
      {(carrier) => (
        <>
          <HoldActions of={carriers} record={carrier} confirm={t`Send nothing more with ${carrier.name} for now?`} />
          {carrier.insuranceExpiresOn && daysInsured(carrier.insuranceExpiresOn) <= 30 && (
            <Note icon="warn">
              {daysInsured(carrier.insuranceExpiresOn) < 0 ? (
                <Trans>The insurance has ended. Ask for a new certificate before they drive again.</Trans>
              ) : (
                <Trans>The insurance ends soon. Ask for a new certificate.</Trans>
              )}
            </Note>
          )}
          <FieldList
            schema={carrierInput}
            record={carrier}
            except={["name", "modes", "equipment", "insuranceExpiresOn"]}
            labels={{ scac: msg`SCAC` }}
          />
        </>
      )}
    </DetailScreen>
  );
}
