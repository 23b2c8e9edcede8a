import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { asProblem } from "#web/api/problem.ts";
import { reloadUser } from "#web/api/session.tsx";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import { CompanyDetails } from "./company-details.web.tsx";
import { sendIn, type Details, type Registration } from "./use-registration.web.ts";
import { SignOutButton } from "./sign-out-button.web.tsx";
import { useDraftSaving } from "./use-draft-saving.web.ts";
import styles from "./register-step2.module.css";

const nothing: Details = {
  legalName: "",
  companyTypeId: "",
  taxId: "",
  phone: "",
  addressLine1: "",
  addressLine2: "",
  postalCode: "",
  city: "",
  region: "",
  countryCode: "",
  defaultCurrency: "",
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** The company's details: kept while they are typed, then sent in. */
export function RegisterStep2Form({ registration }: { registration: Registration }) {
  const { t } = useLingui();
  const router = useRouter();
  const root = useRef<HTMLFormElement>(null);
  const [details, setDetails] = useState<Details>({ ...nothing, ...registration.draft });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const draft = useDraftSaving();

  // Only what was refused moves the focus; a field that is put right keeps it.
  useEffect(() => {
    if (refusals > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const handleChange = (name: keyof Details, value: string) => {
    const next = { ...details, [name]: value };
    setDetails(next);
    setErrors(({ [name]: _right, ...rest }) => rest);
    draft.keep(next);
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setErrors({});
    try {
      await draft.stop();
      await sendIn(details);
      await reloadUser();
      await router.navigate({ to: "/approve-process" });
    } catch (error) {
      setErrors(asProblem(error).fields ?? {});
      setRefusals(refusals + 1);
      toastProblem(error);
      setIsBusy(false);
    }
  };
  const said = {
    kept: t`What you type is kept.`,
    typing: t`Keeping…`,
    failed: t`Not kept: the server does not answer. It is tried again with the next key.`,
  };
  return (
    <form ref={root} onKeyDown={handleFormKeys} onSubmit={handleSubmit} className={styles.form} noValidate>
      <CompanyDetails
        details={details}
        errors={errors}
        companyTypes={registration.companyTypes}
        onChange={handleChange}
      />
      <div className={styles.foot}>
        <Button type="submit" size="sm" h={40} loading={isBusy}>
          <Trans>Send in for approval</Trans>
        </Button>
        <SignOutButton />
        <span role="status" className={styles.kept}>
          {said[draft.state]}
        </span>
      </div>
    </form>
  );
}
