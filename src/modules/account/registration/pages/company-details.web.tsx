import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Trans, useLingui } from "@lingui/react/macro";
import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { countries } from "#shared/fields/countries.ts";
import { send } from "#web/api/api.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Details, Registration } from "./use-registration.web.ts";
import styles from "./register-step2.module.css";

interface CompanyDetailsProps {
  details: Details;
  errors: Readonly<Record<string, string>>;
  companyTypes: Registration["companyTypes"];
  onChange: (name: keyof Details, value: string) => void;
}

/** The fields of a company that registers. */
export function CompanyDetails({ details, errors, companyTypes, onChange }: CompanyDetailsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const currencies = useQuery({
    queryKey: ["list", "currencies"],
    queryFn: async () => (await send({ method: "GET", path: "/api/currencies" })) as { code: string; name: string }[],
    staleTime: Infinity,
  }); // the reply of that route
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const frame = (name: keyof Details) => ({ size: "sm", name, value: details[name], error: errors[name] });
  const text = (name: keyof Details) => ({
    ...frame(name),
    onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
  });
  const choice = (name: keyof Details) => ({
    ...frame(name),
    value: details[name] || null,
    searchable: true,
    allowDeselect: false,
    openOnFocus: false,
    limit: 500,
    autoComplete: "off",
    onChange: (value: string | null) => onChange(name, value ?? ""),
  });
  return (
    <>
      <fieldset className={styles.fields}>
        <legend>
          <Trans>Who you are</Trans>
        </legend>
        <TextInput label={t`Legal name`} autoComplete="organization" autoFocus {...text("legalName")} />
        <Select
          label={t`What the company does`}
          data={companyTypes.map(({ id, name }) => ({ value: id, label: name }))}
          {...choice("companyTypeId")}
        />
        <TextInput label={t`Tax number, optional`} autoComplete="off" {...text("taxId")} />
        <TextInput label={t`Phone, optional`} type="tel" autoComplete="tel" {...text("phone")} />
      </fieldset>
      <fieldset className={styles.fields}>
        <legend>
          <Trans>Where you are</Trans>
        </legend>
        <TextInput label={t`Address`} autoComplete="address-line1" {...text("addressLine1")} />
        <TextInput label={t`Second line, optional`} autoComplete="address-line2" {...text("addressLine2")} />
        <TextInput label={t`Postal code, optional`} autoComplete="postal-code" {...text("postalCode")} />
        <TextInput label={t`City`} autoComplete="address-level2" {...text("city")} />
        <TextInput label={t`Region, optional`} autoComplete="address-level1" {...text("region")} />
        <Select
          label={t`Country`}
          data={countries
            .map((code) => ({ value: code, label: names.of(code) ?? code }))
            .sort((a, b) => a.label.localeCompare(b.label, locale))}
          {...choice("countryCode")}
        />
      </fieldset>
      <fieldset className={styles.fields}>
        <legend>
          <Trans>How you count</Trans>
        </legend>
        <Select
          label={t`Currency`}
          data={(currencies.data ?? []).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
          {...choice("defaultCurrency")}
        />
        <Select label={t`Time zone`} data={Intl.supportedValuesOf("timeZone")} {...choice("timezone")} />
      </fieldset>
    </>
  );
}
