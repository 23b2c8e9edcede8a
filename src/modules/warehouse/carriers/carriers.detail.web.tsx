import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Attachments } from "#web/detail/attachments/attachments.tsx";
import { DetailScreen } from "#web/detail/detail-screen.tsx";
import { FieldList } from "#web/detail/field-list.tsx";
import { RelatedList } from "#web/detail/related-list.tsx";
import { columnsOf, WordList } from "#web/list/grid/columns.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { files } from "../../settings/files/files.contract.ts";
import { deliverySchedules, type DeliverySchedule } from "../delivery-schedules/delivery-schedules.contract.ts";
import { HoldActions } from "../hold-actions.web.tsx";
import { carrierInput, carrierRecord, carriers, type Carrier } from "./carriers.contract.ts";
import { PlannedAtSite } from "../delivery-schedules/planned-at-site.web.tsx";
import { CarrierForm, carrierNaming, carrierStatusStyles } from "./carriers.web.tsx";

const deliveryColumns = columnsOf<DeliverySchedule>((c) => [
  c.number("number", { label: msg`Delivery` }),
  c.choice("status"),
  c.custom("plannedStart", { label: msg`Planned`, cell: (delivery) => <PlannedAtSite delivery={delivery} /> }),
  c.text("locationName", { label: msg`Location` }),
  c.text("vendorName", { label: msg`Vendor` }),
]);

export function CarrierDetail() {
  const { t } = useLingui();
  const fmt = useFormat();
  const strip = ({ insuranceExpiresOn: until, ...carrier }: Carrier) => [
    { label: "code", value: carrier.code, sub: carrier.scac },
    { label: msg`Dispatch`, value: carrier.dispatchEmail, sub: carrier.dispatchPhone },
    { label: "openDeliveries", value: carrier.openDeliveries },
    { label: msg`Modes`, value: <WordList>{carrier.modes}</WordList> },
    { label: msg`Equipment`, value: <WordList>{carrier.equipment}</WordList> },
    { label: msg`Insured until`, value: until && fmt.date(until), sub: until && fmt.daysFromNow(until) },
  ];
  return (
    <DetailScreen
      of={carriers}
      naming={carrierNaming}
      form={CarrierForm}
      title={({ name }) => name}
      state={{ of: ({ status }) => status, statusStyles: carrierStatusStyles }}
      summary={({ holdReason }) => holdReason}
      strip={strip}
      rail={({ id }) => <Attachments of={files} entity="carrier" id={id} can={carrierRecord.files.edit} />}
    >
      {(carrier) => (
        <>
          <HoldActions of={carriers} record={carrier} confirm={t`Send nothing more with ${carrier.name} for now?`} />
          <Insurance until={carrier.insuranceExpiresOn} />
          <FieldList
            schema={carrierInput}
            record={carrier}
            except={[
              "name",
              "code",
              "scac",
              "dispatchEmail",
              "dispatchPhone",
              "modes",
              "equipment",
              "insuranceExpiresOn",
            ]}
          />
          <RelatedList
            of={deliverySchedules}
            title={t`Deliveries`}
            columns={deliveryColumns}
            where={{ carrierId: carrier.id }}
            opens="/warehouse/delivery-schedules/details"
          />
        </>
      )}
    </DetailScreen>
  );
}

/** What is to be done about an insurance that ends within a month, or has ended. */
function Insurance({ until }: { until: string | null }) {
  const fmt = useFormat();
  if (until === null) return null;
  const days = (Date.parse(until) - Date.parse(fmt.today())) / 86_400_000;
  if (days > 30) return null;
  return (
    <Note icon="warn">
      {days < 0 ? (
        <Trans>The insurance has ended. Ask for a new certificate before they drive again.</Trans>
      ) : (
        <Trans>The insurance ends soon. Ask for a new certificate.</Trans>
      )}
    </Note>
  );
}
