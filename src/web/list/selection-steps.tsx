import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import { useState, type ReactNode } from "react";
import type { RouteShape } from "#shared/contract/contract.ts";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import type { StepWords } from "#web/detail/steps.tsx";
import { inputOf } from "#web/detail/use-step.ts";
import { ItemList, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useWords, type Naming } from "#web/ui/values/labels.ts";
import type { Saved } from "./data/resource.ts";
import styles from "./list-screen.module.css";

/** Steps that can be taken for many records of a list at once, each for itself. */
export interface BulkSteps<Rec> {
  /** Their routes, by the names that the records' `steps` have; in the order of the buttons. */
  readonly routes: Readonly<Record<string, RouteShape>>;
  readonly words?: Readonly<Record<string, Omit<StepWords, "confirm" | "isMinor">>>;
  /** What its dialog says of a record beside its name: the other side, the amount. */
  readonly line?: (record: Rec) => ReactNode;
}

type Stepping = Saved & { readonly steps?: readonly string[] };

interface SelectionStepsProps<Rec> {
  bulk: BulkSteps<Rec>;
  naming: Naming;
  records: readonly Rec[];
  /** The record's name in the list. */
  nameOf: (record: Rec) => ReactNode;
  onStep: (step: ChosenStep<Rec>) => void;
}

/** A step, and the records that it is to be taken for. */
export interface ChosenStep<Rec> {
  readonly verb: string;
  readonly route: RouteShape;
  readonly records: readonly Rec[];
  readonly input: Record<string, unknown>;
  readonly done?: StepWords["done"];
}

const besideEachOther = 2;

/** Buttons for the steps that at least one of the selected records can take; the dialog names those it will be taken for. */
export function SelectionSteps<Rec extends Saved>({ bulk, naming, records, nameOf, onStep }: SelectionStepsProps<Rec>) {
  const { t } = useLingui();
  const words = useWords();
  const [asked, setAsked] = useState<string | null>(null);
  const ways = Object.entries(bulk.routes)
    .map(([name, route]) => ({
      name,
      route,
      ...bulk.words?.[name],
      verb: words(bulk.words?.[name]?.label ?? name),
      fitting: records.filter(({ steps }: Stepping) => steps?.includes(name)),
    }))
    .filter(({ fitting }) => fitting.length > 0);
  const [first, rest] = [ways.slice(0, besideEachOther), ways.slice(besideEachOther)];
  const way = ways.find(({ name }) => name === asked);
  const left = records.length - (way?.fitting.length ?? 0);
  return (
    <>
      {first.map(({ name, verb, fitting }) => (
        <Button key={name} {...bringsDialog} variant="subtle" color="gray" onClick={() => setAsked(name)}>
          {verb} {fitting.length}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              {...bringsDialog}
              variant="subtle"
              color="gray"
              rightSection={<IconChevronDown size={14} stroke={1.8} />}
            >
              <Trans>More steps</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ name, verb, fitting, isDangerous }) => (
              <Menu.Item key={name} {...(isDangerous ? { color: "red" } : {})} onClick={() => setAsked(name)}>
                {verb} {fitting.length}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {way && (
        <StepDialog
          title={t`${way.verb}: ${way.fitting.length} ${words(way.fitting.length === 1 ? naming.one : naming.many)}`}
          verb={`${way.verb} ${way.fitting.length}`}
          schema={inputOf(way.route)}
          isDangerous={way.isDangerous ?? false}
          isBusy={false}
          fields={way.fields}
          onSubmit={async (input) => {
            setAsked(null);
            onStep({ ...way, records: way.fitting, input });
          }}
          onClose={() => setAsked(null)}
        >
          <Stack gap={8}>
            <RecordLines records={way.fitting} nameOf={nameOf} line={bulk.line} />
            {left > 0 && (
              <Text tone="dim">
                <Trans>{left} of the selected cannot take this step now and stay as they are.</Trans>
              </Text>
            )}
            {way.consequence && <span>{way.consequence}</span>}
          </Stack>
        </StepDialog>
      )}
    </>
  );
}

interface RecordLinesProps<Rec> {
  records: readonly Rec[];
  nameOf: (record: Rec) => ReactNode;
  line?: ((record: Rec) => ReactNode) | undefined;
}

/** Records in a dialog, below each other: the name, and what is said of it. */
export function RecordLines<Rec extends Saved>({ records, nameOf, line }: RecordLinesProps<Rec>) {
  const { t } = useLingui();
  return (
    <div className={styles.lines} role="region" aria-label={t`Selected`} tabIndex={0}>
      <ItemList>
        {records.map((record) => (
          <li key={record.id}>
            {nameOf(record)} {line && <Text tone="dim">{line(record)}</Text>}
          </li>
        ))}
      </ItemList>
    </div>
  );
}
