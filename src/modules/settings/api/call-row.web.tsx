import { Trans, useLingui } from "@lingui/react/macro";
import IconLink from "@tabler/icons-react/dist/esm/icons/IconLink.mjs";
import { useState } from "react";
import { meaningOf } from "#shared/permissions/permission-list.ts";
import { Code } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { ScreenBody } from "#web/ui/layout/screen.tsx";
import styles from "./api.module.css";
import { curlOf } from "./curl.web.ts";
import { found, type ApiDocument, type Call, type Parameter } from "./document.web.ts";
import { Example } from "./example.web.tsx";
import { SchemaTable } from "./schema-table.web.tsx";
import { useArrival } from "./use-arrival.web.ts";

interface CallRowProps {
  document: ApiDocument;
  call: Call;
}

/** One call: a line, and everything about it once it is opened. */
export function CallRow({ document, call }: CallRowProps) {
  const [isOpen, setOpen] = useState(false);
  const ref = useArrival<HTMLElement>(call.operationId);
  return (
    <details
      id={call.operationId}
      className={styles.call}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary ref={ref}>
        <b data-method={call.method} className={styles.method}>
          {call.method}
        </b>
        <bdi className={styles.path}>{call.path}</bdi>
        <span className={styles.about}>{call.summary}</span>
      </summary>
      {isOpen && <CallBody document={document} call={call} />}
    </details>
  );
}

function CallBody({ document, call }: CallRowProps) {
  const { operationId, requestBody, responses } = call;
  const parameters = call.parameters.map((one) => found<Parameter>(document, one));
  const asked = {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [name, description ? { ...schema, description } : schema]),
    ),
    required: parameters.filter((one) => one.required).map(({ name }) => name),
  };
  const body = requestBody?.content["application/json"]?.schema ?? requestBody?.content["multipart/form-data"]?.schema;
  const [good] = Object.entries(responses); // statuses are in their order
  const [reply] = good ? Object.entries(found(document, good[1]).content ?? {}) : [];
  const media = reply?.[0] === "application/json" ? undefined : reply?.[0];
  return (
    <ScreenBody>
      <WhoMay names={call["x-can"]} />
      <Text as="a" tone="link" href={`#${operationId}`}>
        <IconLink size={14} stroke={1.8} aria-hidden />
        <Trans>Link to this call</Trans>
      </Text>
      {parameters.length > 0 && <SchemaTable document={document} schema={asked} title={<Trans>Parameters</Trans>} />}
      {body && <SchemaTable document={document} schema={body} title={<Trans>Body</Trans>} />}
      <SchemaTable
        document={document}
        schema={reply?.[1].schema}
        title={<Trans>Reply</Trans>}
        note={
          <>
            {good && <Code>{good[0]}</Code>} {media && <Code>{media}</Code>}
          </>
        }
      />
      <h3>
        <Trans>Refusals</Trans>
      </h3>
      <Stack as="ul" gap={2}>
        {Object.entries(responses)
          .filter(([code]) => code >= "400")
          .map(([code, one]) => (
            <li key={code}>
              <Code>{code}</Code> {found(document, one).description}
            </li>
          ))}
      </Stack>
      <h3>
        <Trans>Example</Trans>
      </h3>
      <Example text={curlOf(document, call)} />
    </ScreenBody>
  );
}

/** Who may call it, in words, with the name that programs know. */
function WhoMay({ names }: { names: readonly string[] }) {
  const { t } = useLingui();
  const words = useWords();
  const fmt = (name: string) =>
    name === "anyone"
      ? t`Anyone`
      : name === "signed_in"
        ? t`Whoever is signed in`
        : name.startsWith("link:")
          ? t`The holder of a mailed link`
          : words({ id: meaningOf(name) ?? name });
  return (
    <Row as="p" gap={14}>
      <b>
        <Trans>Who may</Trans>
      </b>
      {names.map((name) => (
        <span key={name}>
          {fmt(name)} <Code>{name}</Code>
        </span>
      ))}
    </Row>
  );
}
