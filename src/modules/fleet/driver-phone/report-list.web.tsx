import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useLingui as useI18n } from "@lingui/react";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { RelatedList } from "#web/detail/related-list.tsx";
import { bringsDialog, StepDialog } from "#web/detail/step-dialog.tsx";
import { inputOf, useStep } from "#web/detail/use-step.ts";
import { useMay } from "#web/api/session.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { useList } from "#web/list/data/use-list.ts";
import { columnsOf } from "#web/list/grid/columns.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { useUnits } from "#web/ui/values/use-units.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { fleetDeliveries } from "../deliveries/deliveries.contract.ts";
import { allTripStops } from "../trips/trip-stops/trip-stops.contract.ts";
import { trips } from "../trips/trips.contract.ts";
import { allDriverActions, driverActions, type DriverActionRow } from "./driver-actions/driver-actions.contract.ts";
import { DepartureChecks } from "./departure-checks.web.tsx";
import { checkWords, flagWords, kindWords } from "./phone-words.web.tsx";

const columns = columnsOf<DriverActionRow>((c) => [
  c.custom("happenedAt", { label: msg`When`, width: 112, cell: ({ happenedAt }) => <When moment={happenedAt} /> }),
  c.custom("kind", { label: msg`Reported`, width: 170, cell: (report) => <What report={report} /> }),
  c.custom("flags", { label: msg`What does not fit`, width: 240, grows: 2, cell: (report) => <Why report={report} /> }),
  c.custom("steps", { label: msg`Settle`, width: 136, align: "end", cell: (report) => <Ways report={report} /> }),
]);

/** What its driver reported of a trip: what did not fit, and what was looked at before it left. */
export function ReportList({ tripId }: { tripId: string }) {
  return (
    <>
      <OpenReports tripId={tripId} />
      <DepartureChecks tripId={tripId} />
    </>
  );
}

/** What did not fit, until somebody has settled it; nothing where all of it did. */
function OpenReports({ tripId }: { tripId: string }) {
  const { t } = useLingui();
  const may = useMay();
  const where = { tripId, status: "flagged", sort: "happenedAt" } as const;
  const { records } = useList(allDriverActions, { limit: 20, ...where }, may(allDriverActions.list.can));
  if (records.length === 0) return null;
  return (
    <RelatedList
      of={allDriverActions}
      title={t`Reports that did not fit`}
      columns={columns}
      where={where}
      actions={<EnterAll reports={records} />}
    />
  );
}

/** Takes one step of a report, and has everything read again that it changes. */
function useReportStep(isQuiet: boolean) {
  const client = useQueryClient();
  const step = useStep(allDriverActions, { quiet: isQuiet });
  const run = async (name: "enter" | "settle", report: DriverActionRow, input?: Record<string, unknown>) => {
    await step.mutateAsync({ route: driverActions[name], record: report, ...(input ? { input } : {}) });
    for (const path of [allDriverActions, trips, allTripStops, fleetDeliveries].map(({ list }) => list.path))
      void client.invalidateQueries({ queryKey: [path] });
  };
  return { run, isPending: step.isPending };
}

/** Enters them one after the other, in the order in which it happened, up to the first that something is in the way of. */
function EnterAll({ reports }: { reports: readonly DriverActionRow[] }) {
  const { t } = useLingui();
  const { run, isPending } = useReportStep(false);
  const [isBusy, setBusy] = useState(false);
  const waiting = reports.filter(({ steps }) => steps.includes("enter"));
  if (waiting.length < 2) return null;
  const enterAll = async () => {
    setBusy(true);
    try {
      for (const report of waiting) await run("enter", report);
      toastDone(t`Entered`);
    } catch {
      // the failure is told by a toast
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="compact-xs" loading={isBusy || isPending} onClick={() => void enterAll()}>
      <Trans>Enter all, in their order</Trans>
    </Button>
  );
}

const Ways = ({ report }: { report: DriverActionRow }) => (
  <Row gap={4}>
    <Enter report={report} />
    <Settle report={report} />
  </Row>
);

function Enter({ report }: { report: DriverActionRow }) {
  const { t } = useLingui();
  const { run, isPending } = useReportStep(false);
  if (!report.steps.includes("enter")) return null;
  const enter = () =>
    void run("enter", report).then(
      () => toastDone(t`Entered`),
      () => undefined, // the failure is told by a toast
    );
  return (
    <Button variant="subtle" size="compact-xs" loading={isPending} onClick={enter}>
      <Trans>Enter</Trans>
    </Button>
  );
}

function When({ moment }: { moment: string }) {
  return useFormat().instant(moment);
}

function What({ report }: { report: DriverActionRow }) {
  const { i18n } = useI18n();
  const { t } = useLingui();
  const units = useUnits();
  const { kind, stopName, deliveryNumber, meterValue, reason, loadedOtherwise } = report;
  const other = loadedOtherwise.map(({ description, unit, plannedQuantity, loadedQuantity, reason: why }) => {
    const planned = units.count(plannedQuantity, { uom: unit, qtyPerUom: "1" });
    return [t`${description}: ${loadedQuantity} of ${planned}`, why].filter(Boolean).join(", ");
  });
  return [i18n._(kindWords[kind]), stopName, deliveryNumber, meterValue, reason, ...other].filter(Boolean).join(" · ");
}

function Why({ report: { flags, isApplied, failedChecks } }: { report: DriverActionRow }) {
  const { i18n } = useI18n();
  const { t } = useLingui();
  const words = flags.map((flag) => i18n._(flagWords[flag])).join("; ");
  const faults = failedChecks.map((item) => i18n._(checkWords[item])).join(", ");
  return [isApplied ? t`Entered` : t`Not entered`, faults === "" ? words : `${words} (${faults})`].join(": ");
}

function Settle({ report }: { report: DriverActionRow }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const step = useReportStep(isOpen);
  if (!report.steps.includes("settle")) return null;
  const run = async (input: Record<string, unknown>) => {
    await step.run("settle", report, input);
    setIsOpen(false);
    toastDone(t`Settled`);
  };
  return (
    <>
      <Button {...bringsDialog} variant="subtle" size="compact-xs" onClick={() => setIsOpen(true)}>
        <Trans>Settle</Trans>
      </Button>
      {isOpen && (
        <StepDialog
          title={t`Settle`}
          verb={t`Settle`}
          schema={inputOf(driverActions.settle)}
          draft={[driverActions.settle.path, report.id]}
          isBusy={step.isPending}
          onSubmit={run}
          onClose={() => setIsOpen(false)}
        >
          <What report={report} />
        </StepDialog>
      )}
    </>
  );
}
