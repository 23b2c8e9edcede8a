import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { DraftNote, useDraft } from "#web/form/draft.tsx";
import { handleFormKeys } from "#web/form/form-keys.ts";
import { call } from "#web/api/api.ts";
import { Note } from "#web/ui/note.tsx";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { FormScope } from "#web/form/scope.ts";
import { useFieldsForm } from "#web/form/use-fields-form.ts";
import { asProblem } from "#web/api/problem.ts";
import { reloadUser, useUser } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Fields, Row, Stack } from "#web/ui/layout/layout.tsx";
import { PhotoField } from "./photo-field.web.tsx";
import { profile, profileInput } from "./profile.contract.ts";

const Field = fieldsOf(profileInput);

/** Name, photo, language, time zone and units. What is refused stands in the form itself (specification, section 8). */
export function ProfileForm() {
  const { t } = useLingui();
  const user = useUser();
  const draft = useDraft(profile.update.path, null);
  const kept = draft.kept?.values ?? null;
  const about = { ...user.profile, firstName: user.firstName, lastName: user.lastName, units: user.units };
  const {
    root,
    form,
    changed,
    input: judged,
    refuse,
    restart,
  } = useFieldsForm(profileInput, about, { kept, onChange: (values) => draft.keep({ version: null, values }) });
  /** A new photo in base64, null to remove the one there is, undefined to leave it. */
  const [photo, setPhoto] = useState<string | null | undefined>(undefined);
  const [refused, setRefused] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const isChanged = changed.length > 0 || photo !== undefined;

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const input = judged();
    if (!input || isBusy) return;
    setIsBusy(true);
    setRefused("");
    try {
      const values = profileInput.parse(input);
      await call(profile.update, { body: { ...values, ...(photo === undefined ? {} : { photo }) } });
      restart(values, { keepsChanges: false });
      draft.forget();
      setPhoto(undefined);
      toastDone(t`Profile updated successfully`);
      await reloadUser();
    } catch (caught) {
      const { status, message, fields, isSilent } = asProblem(caught);
      refuse(fields ?? {});
      if (!isSilent)
        setRefused(
          fields?.["photo"] ?? (status === 0 || !message ? t`An error occurred while updating the profile` : message),
        );
    }
    setIsBusy(false);
  };

  return (
    <Stack
      as="form"
      ref={root}
      gap={14}
      noValidate
      aria-label={t`About you`}
      onKeyDown={handleFormKeys}
      onSubmit={(event) => void handleSubmit(event)}
    >
      {kept && changed.length > 0 && <DraftNote />}
      {refused && <Note icon="bad">{refused}</Note>}
      <PhotoField
        name={`${user.firstName} ${user.lastName}`}
        saved={user.photo}
        chosen={photo}
        onChoose={setPhoto}
        onRefuse={setRefused}
      />
      <FormScope value={{ form, schema: profileInput, prefix: "" }}>
        <Fields inColumns>
          <Field.Text name="firstName" />
          <Field.Text name="lastName" />
          <Field.Phone name="phone" />
          <Field.Select name="units" statusStyles={unitStyles} label={msg`Units`} />
          <Field.Select
            name="locale"
            statusStyles={languageStyles}
            label={msg`Language and numbers`}
            help={<Trans>Empty: as the company has it.</Trans>}
          />
          <Field.Listed name="timezone" label={msg`Time zone`} help={<Trans>Empty: as the company has it.</Trans>} />
        </Fields>
      </FormScope>
      <Row>
        <Button type="submit" disabled={!isChanged} loading={isBusy}>
          <Trans>Save</Trans>
        </Button>
      </Row>
    </Stack>
  );
}

const unitStyles = {
  metric: { label: msg`Metric: km, kg, litres`, tone: "n", icon: "open" },
  imperial: { label: msg`Imperial: miles, pounds, gallons`, tone: "n", icon: "open" },
} as const;
const languageStyles = {
  en: { label: msg`English`, tone: "n", icon: "open" },
  de: { label: msg`Deutsch`, tone: "n", icon: "open" },
} as const;
