import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Label } from "#web/ui/values/labels.ts";
import { FieldGroup } from "#web/form/fields/field-group.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { companyProfileInput } from "./companies.contract.ts";

const Field = fieldsOf(companyProfileInput);

/** What a company says of itself and how it works. */
export const CompanyFields = () => (
  <>
    <FieldGroup title={<Trans>Company</Trans>}>
      <Field.Text name="legalName" autoFocus />
      <Field.Text name="displayName" label={msg`Name on screens`} />
      <Field.Text name="taxId" label={msg`Tax number`} />
      <Field.Email name="email" label={msg`E-mail`} />
      <Field.Phone name="phone" />
      <Field.Text name="website" />
    </FieldGroup>
    <FieldGroup title={<Trans>Address</Trans>}>
      <Field.Text name="addressLine1" label={msg`Address`} />
      <Field.Text name="addressLine2" label={msg`Address, second line`} />
      <Field.Text name="postalCode" />
      <Field.Text name="city" />
      <Field.Text name="region" />
      <Field.Text name="countryCode" label={msg`Country code`} />
    </FieldGroup>
    <FieldGroup title={<Trans>Money and time</Trans>}>
      <Field.Listed name="defaultCurrency" label={msg`Currency`} />
      <Field.Listed name="timezone" label={msg`Time zone`} />
      <Field.Select name="locale" label={msg`Language and numbers`} />
    </FieldGroup>
    <FieldGroup title={<Trans>Purchase orders</Trans>}>
      <Field.Text name="poNumberPattern" label={msg`Order numbers`} />
      <Field.Decimal
        name="poApprovalThreshold"
        label={msg`Orders above this need an approval`}
        help={<Trans>Empty: no order ever does.</Trans>}
      />
      <Field.Switch name="separateApprover" label={msg`Whoever wrote an order may not approve it`} />
    </FieldGroup>
    <FieldGroup title={<Trans>Receiving</Trans>}>
      <Field.Decimal name="overReceiptPct" label={msg`Over-receipt tolerance`} unit="%" />
      <Field.Decimal name="underReceiptClosePct" label={msg`A line is full although this much is missing`} unit="%" />
      <Field.Decimal name="hardLimitFactor" label={msg`Refuse more than this many times the ordered quantity`} />
      <Field.Number
        name="receiptBackdateDays"
        label={msg`Receipts may be dated back by`}
        unit="d"
        help={<Trans>Times at the gate are recorded as far back too, 31 days at least.</Trans>}
      />
    </FieldGroup>
    <FieldGroup title={<Trans>Sign-in and proof</Trans>}>
      <Field.Switch name="secondFactorRequired" label={msg`Everybody signs in with a second factor`} />
      <Field.Number name="sessionIdleHours" label={msg`Hours without use after which one signs in again`} />
      <Field.Number name="sessionDays" label={msg`Days after which one signs in again in any case`} />
      <Field.Switch name="podOtpRequired" label={msg`Recipients confirm a delivery with a one-time code`} />
    </FieldGroup>
    <FieldGroup title={<Trans>Notice</Trans>}>
      <Field.Textarea
        name="hrMessage"
        label={msg`Notice to everybody in the company`}
        help={<Trans>It stands above every screen until it ends.</Trans>}
      />
      <Field.Date
        name="hrMessageUntil"
        label={msg`Shown until`}
        help={<Trans>The last day. Empty: until you remove the notice.</Trans>}
      />
    </FieldGroup>
  </>
);

/** The words of these fields where their names do not read well. */
export const companyLabels: Partial<Record<keyof typeof companyProfileInput.shape, Label>> = {
  displayName: msg`Name on screens`,
  taxId: msg`Tax number`,
  addressLine1: msg`Address`,
  addressLine2: msg`Address, second line`,
  countryCode: msg`Country code`,
  separateApprover: msg`Whoever wrote an order may not approve it`,
  poNumberPattern: msg`Order numbers`,
  overReceiptPct: msg`Over-receipt tolerance, %`,
  underReceiptClosePct: msg`A line is full although this much is missing, %`,
  hardLimitFactor: msg`Refused above this many times the ordered quantity`,
  receiptBackdateDays: msg`Receipts may be dated back by, days`,
  secondFactorRequired: msg`Everybody signs in with a second factor`,
  sessionIdleHours: msg`Hours without use after which one signs in again`,
  sessionDays: msg`Days after which one signs in again in any case`,
  podOtpRequired: msg`Recipients confirm a delivery with a one-time code`,
};
