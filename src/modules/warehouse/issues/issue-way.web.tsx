import { msg } from "@lingui/core/macro";
import { useFormat } from "#web/ui/values/use-format.ts";
import { StepsLine, type Station } from "#web/ui/status/steps-line.tsx";
import type { Issue } from "./issues.contract.ts";
import { issueFlow } from "./issues.flow.ts";

const { stations: stops } = issueFlow.groups;
const labels = {
  open: msg`Reported`,
  acknowledged: msg`Acknowledged`,
  investigating: msg`Looked into`,
  resolved: msg`Resolved`,
  closed: msg`Closed`,
};

/** How far an issue is on its way to being closed. */
export function IssueWay({ issue }: { issue: Issue }) {
  const fmt = useFormat();
  if (issue.status === "dismissed") return null;
  const at = stops.indexOf(issue.status === "waiting_party" ? "investigating" : issue.status);
  const subs: Partial<Record<(typeof stops)[number], string | null>> = {
    open: `${fmt.instant(issue.createdAt)}, ${issue.reportedByName ?? "Waybill"}`,
    investigating: issue.assigneeName,
    resolved: issue.resolvedAt && `${fmt.instant(issue.resolvedAt)}, ${issue.resolvedByName ?? ""}`,
  };
  const stations = stops.map((name, n): Station => {
    const when = n < at || issue.status === "closed" ? "past" : n === at ? "now" : "ahead";
    const here = issue.status === "waiting_party" ? "wait" : issue.status === "resolved" ? "done" : "live";
    return {
      label: labels[name],
      when,
      icon: name === "closed" ? "end" : when === "past" ? "done" : when === "now" ? here : "open",
      sub: when === "ahead" ? null : subs[name],
    };
  });
  return <StepsLine stations={stations} />;
}
