import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import { useState, type ReactNode } from "react";
import type { RouteShape } from "#shared/contract/contract.ts";
import type { Step } from "#shared/flow/flow.ts";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useWords, type Label } from "#web/ui/values/labels.ts";
import { humanise } from "#shared/format/names.ts";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import type { Resource, Saved } from "#web/list/data/resource.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";

/** How a step is put to the person; its name otherwise. */
export interface StepWords {
  label?: Label;
  /** The question before it, for what cannot be taken back. */
  confirm?: ReactNode;
  /** The fields of its dialog, where their names alone do not say what is meant. */
  fields?: ReactNode;
  /** The consequence, in its dialog: who hears of it. */
  consequence?: ReactNode;
  isDangerous?: boolean;
  /** What is said when it was done; null says the step's own words. For a step that may end in several states. */
  done?: (after: { readonly status: string }) => Label | null;
  /** Not what one comes for: it stands in the menu. */
  isMinor?: boolean;
  /** Taken now and then, and not what comes next: it is not the filled one. */
  isPlain?: boolean;
}

interface StepsProps<Name extends string> {
  of: Resource & Readonly<Record<Name, RouteShape>>;
  flow: { readonly steps: Readonly<Record<Name, Step>> };
  /** Its `steps` are those that this user may take now: there is no other button. */
  record: Saved & { readonly steps: readonly string[] };
  words?: Partial<Record<Name, StepWords>>;
  /** What each of its dialogs is about: the number and the other side. */
  about?: ReactNode;
}

const besideEachOther = 3;

/** The steps of a record that this user may take now: what comes next is filled, others are grey, the rest in a menu. */
export function Steps<Name extends string>({ of, flow, record, words: said = {}, about }: StepsProps<Name>) {
  const words = useWords();
  const [asked, setAsked] = useState<Name | null>(null);
  const step = useStep(of, { quiet: asked !== null && inputOf(of[asked]) !== null }); // its dialog says what was refused
  const names = (Object.keys(flow.steps) as Name[]).filter((name) => record.steps.includes(name)); // the flow's own order
  const ways = names.map((name) => ({
    name,
    ...(said as Partial<Record<Name, StepWords>>)[name],
    verb: words(said[name]?.label ?? name),
  })); // {} has no words for any
  const harmless = ways.filter(({ isDangerous, isMinor }) => !isDangerous && !isMinor).slice(0, besideEachOther);
  const next = harmless.find(({ isPlain }) => !isPlain)?.name;
  const rest = ways.filter((way) => !harmless.includes(way));

  const run = async (name: Name, input: Record<string, unknown> = {}) => {
    const after = await step.mutateAsync({ route: of[name], record, input });
    setAsked(null);
    const own =
      // a flow's record has a status
      after && (said as Partial<Record<Name, StepWords>>)[name]?.done?.(after as unknown as { status: string });
    toastDone(words(own ?? humanise(flow.steps[name].done)));
  };
  const begin = (name: Name) => {
    if (inputOf(of[name]) || said[name]?.confirm) setAsked(name);
    else if (!step.isRunning()) void run(name).catch(() => undefined); // the failure is told by a toast
  };
  const way = ways.find(({ name }) => name === asked);
  return (
    <HeaderSlot>
      {harmless.toReversed().map(({ name, verb }) => (
        <Button
          key={name}
          {...bringsDialog}
          variant={name === next ? "filled" : "default"}
          style={{ order: name === next ? 9 : 0 }}
          loading={step.isPending && step.variables.route === of[name]}
          onClick={() => begin(name)}
        >
          {verb}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button {...bringsDialog} variant="default" rightSection={<IconChevronDown size={14} stroke={1.8} />}>
              <Trans>More steps</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ name, verb, isDangerous }) => (
              <Menu.Item key={name} {...(isDangerous ? { color: "red" } : {})} onClick={() => begin(name)}>
                {verb}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {way && (
        <StepDialog
          title={way.confirm ?? way.verb}
          verb={way.verb}
          schema={inputOf(of[way.name])}
          draft={[of[way.name].path, record.id]}
          isDangerous={way.isDangerous ?? false}
          isBusy={step.isPending}
          fields={way.fields}
          onSubmit={(given) => run(way.name, given)}
          onClose={() => setAsked(null)}
        >
          {(about || way.consequence) && (
            <Stack gap={4}>
              {about && <Text tone="dim">{about}</Text>}
              {way.consequence && <span>{way.consequence}</span>}
            </Stack>
          )}
        </StepDialog>
      )}
    </HeaderSlot>
  );
}
