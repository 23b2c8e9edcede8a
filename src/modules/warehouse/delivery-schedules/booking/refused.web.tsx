import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import type { WebProblem } from "#web/api/problem.ts";
import { Row } from "#web/ui/layout/layout.tsx";
import type { Place } from "./free-starts.web.tsx";

/** Why a dock was not given: who holds it, and the nearest times that are free, as buttons. */
export function Refused({ problem, onChoose }: { problem: WebProblem; onChoose: (place: Place) => void }) {
  const fmt = useFormat();
  const alternatives =
    problem.code === "taken"
      ? ((problem.details as { alternatives?: readonly Place[] } | undefined)?.alternatives ?? [])
      : []; // the server's `taken()`
  if (problem.fields && Object.keys(problem.fields).length > 0) return null; // they stand at their fields
  return (
    <Note icon={problem.status === 409 ? "warn" : "bad"}>
      {problem.message}
      {alternatives.length > 0 && (
        <Row as="span" gap={6}>
          <Trans>Free:</Trans>
          {alternatives.map((place) => (
            <Button
              key={`${place.dockId} ${place.plannedStart}`}
              variant="default"
              size="compact-sm"
              onClick={() => onChoose(place)}
            >
              <Trans>
                Dock {place.dockCode}, {fmt.time(place.plannedStart)}
              </Trans>
            </Button>
          ))}
        </Row>
      )}
    </Note>
  );
}
