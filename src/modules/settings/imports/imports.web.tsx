import { Button, SegmentedControl } from "@mantine/core";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import { useState } from "react";
import { call, urlOf } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { asProblem } from "#web/api/problem.ts";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { inSentence, useWords } from "#web/ui/values/labels.ts";
import { useAddress } from "#web/list/data/address.ts";
import { useRecordScreens } from "#web/shell/record-screens.ts";
import { useCrumbsBelow } from "#web/shell/crumbs.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Screen, ScreenBody, ScreenHead } from "#web/ui/layout/screen.tsx";
import { FileDrop } from "./file-drop.web.tsx";
import { ReadingPanel, type ReadingChoice } from "./reading-panel.web.tsx";
import { openColumns, stylesTold, type ChosenStyles } from "./style-cell.web.tsx";
import { MappingTable, type Mapping } from "./mapping-table.web.tsx";
import { ImportWay } from "./import-way.web.tsx";
import { ImportProgress } from "./import-progress.web.tsx";
import { BadRows, ChangedRows } from "./import-rows.web.tsx";
import { imports, type ImportRecord } from "./imports.contract.ts";

type Mode = ImportRecord["mode"];

/**
 * `/warehouse/import?entity=vendor`: a spreadsheet becomes records. Upload, map, try, apply; each step can be left and
 * found again by `?id=`.
 */
export function ImportScreen() {
  const words = useWords();
  const { search } = useAddress();
  const lists = useRecordScreens().imports;
  const entity = typeof search["entity"] === "string" ? search["entity"] : (lists[0]?.entity ?? "");
  const id = typeof search["id"] === "string" ? search["id"] : null;
  const { data } = useQuery({
    queryKey: [imports.read.path, id],
    queryFn: ({ signal }) => call(imports.read, { id: id ?? "", signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === "applying" ? 700 : false),
  });
  const list = lists.find((one) => one.entity === (data?.entity ?? entity));
  const many = list ? inSentence(words(list.title)) : inSentence(words(entity));
  useCrumbsBelow(list?.path);
  const upload = useUpload(entity);
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>Import {many}</Trans>
        </h1>
        {data && <Text tone="dim">{data.fileName}</Text>}
      </ScreenHead>
      <ScreenBody>
        <ImportWay record={data} />
        {id === null ? (
          <Upload entity={entity} upload={upload} takesFiles={list?.takesFiles ?? false} />
        ) : (
          data && <Work key={data.id} record={data} upload={upload} />
        )}
      </ScreenBody>
    </Screen>
  );
}

/** Uploads a file, and again when it is to be read in another way; kept while the screen is open. */
function useUpload(entity: string) {
  const { search, go } = useAddress();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const upload = useMutation({
    mutationFn: ({ file: chosen, choice }: { file: File; choice: ReadingChoice }) => {
      const body = new FormData();
      body.append("file", chosen);
      return call(imports.upload, { query: { entity, ...choice }, body });
    },
    onSuccess: (record, given) => {
      setFile(given.file);
      client.setQueryData([imports.read.path, record.id], record);
      go({ search: { ...search, id: record.id } });
    },
  });
  return { file, isBusy: upload.isPending, send: upload.mutate };
}

interface UploadProps {
  entity: string;
  upload: ReturnType<typeof useUpload>;
  takesFiles: boolean;
}

function Upload({ entity, upload, takesFiles }: UploadProps) {
  return (
    <>
      <FileDrop isBusy={upload.isBusy} takesFiles={takesFiles} onFile={(file) => upload.send({ file, choice: {} })} />
      <Text as="p" tone="dim">
        <Trans>
          CSV or XLSX, with a line of headings. Leading zeros stay, and what is there already is changed by its key, not
          doubled.
        </Trans>{" "}
        {takesFiles && (
          <Trans>
            A zip of 100 MB at most brings files along: the table, and what its rows name under “File”, several
            separated by a semicolon.
          </Trans>
        )}{" "}
        <a href={urlOf(imports.template, { query: { entity } })} download>
          <Trans>Download an empty file with the headings</Trans>
        </a>
      </Text>
    </>
  );
}

function Work({ record, upload }: { record: ImportRecord; upload: ReturnType<typeof useUpload> }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const client = useQueryClient();
  const { go, search } = useAddress();
  const [mapping, setMapping] = useState<Mapping>(record.mapping);
  const [chosenStyles, setChosenStyles] = useState<ChosenStyles>({});
  const [mode, setMode] = useState<Mode>("all_or_nothing");
  const [isRestyled, setRestyled] = useState(false);
  const [hidesColumns, setHidesColumns] = useState(record.state === "checked");
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const put = (next: ImportRecord) => client.setQueryData([imports.read.path, record.id], next);
  const check = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      call(imports.check, {
        id: record.id,
        body: { mapping, ...stylesTold(chosenStyles) },
        idempotencyKey: newKey(),
      }),
    onError: (error) => {
      const { fields } = asProblem(error);
      if (!fields) return toastProblem(error);
      setHidesColumns(false);
      setRefused(
        Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace("mapping.", ""), text])),
      );
    },
    onSuccess: (next) => {
      setHidesColumns(true);
      setRestyled(false);
      put(next);
    },
  });
  const apply = useMutation({
    mutationFn: () => call(imports.apply, { id: record.id, body: { mode }, idempotencyKey: newKey() }),
    onSuccess: put,
  });
  const again = () => go({ search: Object.fromEntries(Object.entries(search).filter(([name]) => name !== "id")) });
  const good = record.rowCount - record.badCount;

  if (record.state === "applying") {
    return (
      <ImportProgress importId={record.id} rows={good} title={<Trans>Writing the rows.</Trans>}>
        <Trans>You can leave this page; it goes on.</Trans>
      </ImportProgress>
    );
  }
  if (record.state === "done" || record.state === "failed") {
    return (
      <>
        {record.state === "failed" ? (
          <Note icon="bad">
            <b>
              <Trans>Nothing was imported.</Trans>
            </b>{" "}
            {record.failure}
          </Note>
        ) : (
          <Note icon="done">
            <b>
              <Trans>
                {fmt.quantity(record.createdCount)} added, {fmt.quantity(record.updatedCount)} changed.
              </Trans>
            </b>{" "}
            {record.unchangedCount > 0 && (
              <Trans>{fmt.quantity(record.unchangedCount)} were so already and stay as they are.</Trans>
            )}{" "}
            {record.badCount > 0 && (
              <Plural value={record.badCount} one="# row was skipped." other="# rows were skipped." />
            )}
          </Note>
        )}
        <Row gap={10}>
          <Button
            variant="default"
            component="a"
            download
            href={urlOf(imports.result, { id: record.id })}
            leftSection={<IconDownload size={15} stroke={1.7} />}
          >
            <Trans>Download the result</Trans>
          </Button>
          <Button variant="default" onClick={again}>
            <Trans>Import another file</Trans>
          </Button>
        </Row>
        {record.badCount > 0 && <BadRows record={record} />}
      </>
    );
  }
  const isChecked = record.state === "checked" && isSameMapping(mapping, record.mapping) && !isRestyled;
  const open = openColumns(record, mapping, chosenStyles);
  return (
    <>
      {record.isRemembered && record.state === "uploaded" && (
        <Note icon="done" tone="n">
          <Trans>A file with these headings was imported before; its mapping is used again.</Trans>
        </Note>
      )}
      {!(isChecked && hidesColumns) && (
        <>
          <ReadingPanel
            reading={record.reading}
            onChange={upload.file ? (choice) => upload.file && upload.send({ file: upload.file, choice }) : undefined}
          />
          <MappingTable
            record={record}
            mapping={mapping}
            onChange={(next) => {
              setRefused({});
              setMapping(next);
            }}
            refused={refused}
            chosenStyles={chosenStyles}
            onStyle={(column, style) => {
              setRestyled(true);
              setChosenStyles({ ...chosenStyles, [column]: style });
            }}
          />
        </>
      )}
      <Row gap={10}>
        {open.length > 0 && (
          <Text weight={500}>
            <Trans>Say how these are written: {open.join(", ")}</Trans>
          </Text>
        )}
        <Row gap={10} atEnd>
          {isChecked && hidesColumns && (
            <Button variant="default" onClick={() => setHidesColumns(false)}>
              <Trans>Change the columns</Trans>
            </Button>
          )}
          <Button variant="default" onClick={again}>
            <Trans>Another file</Trans>
          </Button>
          <Button
            variant={isChecked ? "default" : "filled"}
            disabled={open.length > 0}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {isChecked ? (
              <Trans>Check again</Trans>
            ) : (
              <Plural value={record.rowCount} one="Check # row" other="Check # rows" />
            )}
          </Button>
        </Row>
      </Row>
      {check.isPending && (
        <ImportProgress
          importId={record.id}
          rows={record.rowCount}
          title={<Trans>Checking; nothing is changed yet.</Trans>}
        />
      )}
      {isChecked && !check.isPending && (
        <>
          {record.badCount === 0 ? (
            <Note icon="done">
              <b>
                <Plural value={record.rowCount} one="The one row is good." other="All # rows are good." />
              </b>{" "}
              <Trans>Nothing was changed yet.</Trans>
            </Note>
          ) : (
            <Note icon="warn">
              <b>
                <Trans>
                  To be corrected: {fmt.quantity(record.badCount)} of {fmt.quantity(record.rowCount)}.
                </Trans>
              </b>{" "}
              <Trans>Nothing was changed yet.</Trans>
            </Note>
          )}
          <Text as="p" tone="dim">
            <Trans>
              {fmt.quantity(record.newCount)} new, {fmt.quantity(record.changedCount)} to change,{" "}
              {fmt.quantity(record.unchangedCount)} as they are already.
            </Trans>
          </Text>
          {record.notes.map((note) => (
            <Note key={note} icon="wait">
              {note}
            </Note>
          ))}
          {record.badCount > 0 && <BadRows record={record} />}
          {record.changedCount > 0 && <ChangedRows record={record} />}
          <Row gap={10}>
            {record.badCount > 0 && (
              <SegmentedControl
                data={[
                  { value: "all_or_nothing", label: t`All or nothing` },
                  { value: "skip_bad", label: t`Skip the bad rows` },
                ]}
                value={mode}
                onChange={(value) => setMode(value as Mode)}
                aria-label={t`What happens to bad rows`}
              />
            )}
            <Button
              disabled={good === 0 || (mode === "all_or_nothing" && record.badCount > 0)}
              loading={apply.isPending}
              onClick={() => apply.mutate(undefined, { onSuccess: () => toastDone(t`The import has begun`) })}
            >
              <Plural value={good} one="Import # row" other="Import # rows" />
            </Button>
          </Row>
        </>
      )}
    </>
  );
}

/** The same fields from the same columns: the database gives them back in an order of its own. */
function isSameMapping(one: Mapping, other: Mapping): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => {
    const [a, b] = [one[name], other[name]];
    return a !== undefined && b !== undefined && a.column === b.column && a.value === b.value;
  });
}
