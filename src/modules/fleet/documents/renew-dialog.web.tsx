import { Button, FileButton } from "@mantine/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { date } from "#shared/contract/contract.ts";
import { fieldsOf } from "#web/form/fields/fields.tsx";
import { useFormScope } from "#web/form/scope.ts";
import { StepDialog } from "#web/detail/step-dialog.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { useAddress } from "#web/list/data/address.ts";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { Panel, Row, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { attachPaper } from "./attach-paper.web.tsx";
import { documents, type Document } from "./documents.contract.ts";
import { paperInput } from "./documents.flow.ts";
import { daysWithout, firstDayOf, lastDayOf, nextPeriod } from "./renewal-days.web.ts";

const Field = fieldsOf(paperInput);

/** What a renewal begins with; its end has to be given where papers of its type have one. */
function renewalInput(old: Document, today: string) {
  const { validFrom, expiresOn } = nextPeriod(old, today);
  const end = expiresOn === null ? date : date.default(expiresOn);
  return paperInput.extend({
    title: paperInput.shape.title.default(old.title),
    issuer: paperInput.shape.issuer.default(old.issuer),
    validFrom: paperInput.shape.validFrom.default(validFrom),
    expiresOn: old.requiresExpiry ? end : paperInput.shape.expiresOn.default(expiresOn),
  });
}

interface RenewDialogProps {
  document: Document;
  onClose: () => void;
}

/** Asks for the paper that takes the place of another one, its file with it, and goes on to it. */
export function RenewDialog({ document, onClose }: RenewDialogProps) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { go } = useAddress();
  const [file, setFile] = useState<File | null>(null);
  const [schema] = useState(() => renewalInput(document, fmt.today()));
  const step = useStep(documents, { quiet: true });
  const renew = async (input: Record<string, unknown>) => {
    const after = (await step.mutateAsync({ route: documents.renew, record: document, input })) as Document | undefined; // as the contract replies
    const renewalId = after?.renewalId;
    if (!renewalId) return;
    // What is entered stays entered: its page says that the file is missing, and takes it.
    if (file) await attachPaper(renewalId, file).catch((error: unknown) => toastProblem(error, { line: file.name }));
    toastDone(t`The renewal is entered`);
    go({ path: "/fleet/documents/details", search: { id: renewalId } });
  };
  return (
    <StepDialog
      title={<Trans>Renew {document.typeName}</Trans>}
      verb={t`Renew`}
      schema={schema}
      draft={[documents.renew.path, document.id]}
      isBusy={step.isPending}
      onSubmit={renew}
      onClose={onClose}
      fields={
        <>
          <Periods old={document} />
          <Scan file={file} onChoose={setFile} />
          <Field.Text name="number" autoFocus />
          <Field.Text name="issuer" label={msg`Issued by`} />
          <Field.Date name="validFrom" />
          <Field.Date name="expiresOn" help={<Trans>The last day on which it holds.</Trans>} />
          <QuickEnds old={document} />
          <Field.Date name="issuedOn" />
          <Field.Text name="title" label={msg`What it is`} />
        </>
      }
    >
      <Text tone="dim">
        {document.driverName ??
          document.vehicleName ??
          document.assetNo ??
          document.tripNumber ??
          document.deliveryNumber}
      </Text>
    </StepDialog>
  );
}

/** A day as it stands in a field of the form, once it is one. */
function useDay(name: "validFrom" | "issuedOn" | "expiresOn"): string | null {
  return date.safeParse(useFormScope().form.useWatchValue(name)).data ?? null;
}

/** The old period and the new one beside each other, and whether a day between them is without a paper. */
function Periods({ old }: { old: Document }) {
  const [validFrom, issuedOn, expiresOn] = [useDay("validFrom"), useDay("issuedOn"), useDay("expiresOn")];
  const first = firstDayOf({ validFrom, issuedOn });
  return (
    <div style={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 8 }}>
      <Period name={<Trans>Now</Trans>} first={firstDayOf(old)} last={old.expiresOn}>
        {old.number}
      </Period>
      <Period name={<Trans>Its renewal</Trans>} first={first} last={expiresOn}>
        <Without days={daysWithout(old.expiresOn, first)} />
      </Period>
    </div>
  );
}

interface PeriodProps {
  name: ReactNode;
  first: string | null;
  last: string | null;
  children: ReactNode;
}

function Period({ name, first, last, children }: PeriodProps) {
  const fmt = useFormat();
  const [from, until] = [first && fmt.date(first, "always"), last && fmt.date(last, "always")];
  return (
    <Panel>
      <Stack gap={2}>
        <Text tone="dim" size="small">
          {name}
        </Text>
        <Text weight={600}>
          {from && until && (
            <Trans>
              {from} to {until}
            </Trans>
          )}
          {from && !until && <Trans>from {from} on</Trans>}
          {!from && until && <Trans>until {until}</Trans>}
          {!from && !until && <Trans>no days given</Trans>}
        </Text>
        <Text tone="dim">{children}</Text>
      </Stack>
    </Panel>
  );
}

function Without({ days }: { days: number }) {
  if (days === 0) return <Trans>No day without a paper</Trans>;
  return (
    <Text tone="urgent">
      <Plural value={days} one="# day without a paper" other="# days without a paper" />
    </Text>
  );
}

/** Ends that renewals usually have, counted from the day before the new one begins. */
function QuickEnds({ old }: { old: Document }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const { form } = useFormScope();
  const first = useDay("validFrom") ?? nextPeriod(old, fmt.today()).validFrom;
  const ways = [
    { months: 6, words: t`+ 6 months` },
    { months: 12, words: t`+ 1 year` },
    { months: 24, words: t`+ 2 years` },
  ];
  return (
    <Row gap={6} role="group" aria-label={t`How long it holds`}>
      {ways.map(({ months, words }) => (
        <Button
          key={months}
          variant="default"
          size="compact-sm"
          onClick={() => form.setFieldValue("expiresOn", lastDayOf(first, months) as never)} // a date is text in a form
        >
          {words}
        </Button>
      ))}
    </Row>
  );
}

/** Its file, which may come with it or later. */
function Scan({ file, onChoose }: { file: File | null; onChoose: (file: File | null) => void }) {
  const { t } = useLingui();
  return (
    <Row gap={8}>
      <FileButton onChange={onChoose} inputProps={{ "aria-label": t`Scan` }}>
        {(props) => (
          <Button variant="default" size="compact-sm" {...props}>
            {file ? <Trans>Choose another file</Trans> : <Trans>Choose its file</Trans>}
          </Button>
        )}
      </FileButton>
      <Text tone="dim">{file?.name ?? <Trans>A scan or a photo. Without one nobody can check it.</Trans>}</Text>
    </Row>
  );
}
