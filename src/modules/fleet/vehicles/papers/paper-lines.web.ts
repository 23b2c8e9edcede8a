import { inGroup } from "#shared/flow/groups.ts";
import { documentFlow } from "../../documents/documents.flow.ts";
import type { DocumentRow } from "../../documents/documents.contract.ts";

/** A paper as it stands, and what is to take its place. */
interface PaperLine {
  readonly paper: DocumentRow;
  readonly renewal: DocumentRow | undefined;
}

/** What a vehicle has, one line for each paper that counts, has ended or waits, in the order that is given. */
export function linesOf(papers: readonly DocumentRow[]): PaperLine[] {
  const standing = papers.filter(
    ({ status, validity }) => validity !== "superseded" && inGroup(documentFlow, "awaited", status),
  );
  const counts = ({ status, validity }: DocumentRow) =>
    inGroup(documentFlow, "done", status) && (validity === "valid" || validity === "expiring");
  const isOver = (paper: DocumentRow) =>
    paper.validity === "expired" && standing.some((other) => other.typeId === paper.typeId && counts(other));
  return standing
    .filter((paper) => !isOver(paper) && !standing.some(({ id }) => id === paper.supersedesId))
    .map((paper) => ({ paper, renewal: standing.find(({ supersedesId }) => supersedesId === paper.id) }));
}

/** How many days the strip shows before today and after it. */
const [before, after] = [90, 300];
const dayMs = 86_400_000;

/** How far along the strip a day lies, in percent; what lies outside, or is not said, at its first or its last end. */
export function share(day: string | null, today: string, otherwise: "first" | "last" = "last"): string {
  if (day === null) return otherwise === "first" ? "0%" : "100%";
  const days = (Date.parse(day) - Date.parse(today)) / dayMs + before;
  return `${(Math.min(Math.max(days / (before + after), 0), 1) * 100).toFixed(2)}%`;
}

/** The first days of the quarters that the strip shows, with the names of their months. */
export function quartersAround(today: string, locale: string): { day: string; label: string }[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const first = Math.floor((month - 1) / 3) * 3 - 3;
  const name = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });
  return [0, 3, 6, 9, 12, 15].flatMap((more) => {
    const at = Date.UTC(year, first + more, 1);
    const days = (at - Date.parse(today)) / dayMs;
    return days < -before || days > after - 20
      ? []
      : [{ day: new Date(at).toISOString().slice(0, 10), label: name.format(at) }];
  });
}
