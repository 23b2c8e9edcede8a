import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { KeyValue } from "#web/ui/summary-bar.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { Registration } from "./use-registration.web.ts";
import styles from "./register-step2.module.css";

/** What was sent in. */
export function SentIn({ registration: { draft, companyTypes } }: { registration: Registration }) {
  const { locale } = useFormat();
  const country = draft.countryCode
    ? new Intl.DisplayNames([locale], { type: "region" }).of(draft.countryCode)
    : undefined;
  const place = [
    draft.addressLine1,
    draft.addressLine2,
    [draft.postalCode, draft.city].filter(Boolean).join(" "),
    draft.region,
    country,
  ]
    .filter(Boolean)
    .join(", ");
  const rows = [
    { label: msg`Company`, value: draft.legalName },
    { label: msg`What the company does`, value: companyTypes.find(({ id }) => id === draft.companyTypeId)?.name },
    { label: msg`Address`, value: place },
    { label: msg`Tax number`, value: draft.taxId },
    { label: msg`Phone`, value: draft.phone },
    { label: msg`Currency`, value: draft.defaultCurrency },
    { label: msg`Time zone`, value: draft.timezone?.replaceAll("_", " ") },
  ].filter(({ value }) => value);
  return (
    <section className={styles.sent} aria-labelledby="sent-in">
      <h2 id="sent-in">
        <Trans>What you sent in</Trans>
      </h2>
      <KeyValue rows={rows} />
    </section>
  );
}
