import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trans, useLingui } from "@lingui/react/macro";
import { date } from "#shared/contract/contract.ts";
import { call } from "#web/api/api.ts";
import { useFormScope } from "#web/form/scope.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { assignmentRole, driverAssignments, type InTheWay } from "./driver-assignments.contract.ts";

/** What is in the way of a new assignment as it stands in the form, and whether it ends on the day before. */
export function EndsBefore() {
  const { t } = useLingui();
  const { form } = useFormScope();
  const [driverId, vehicleId, role, firstDay, lastDay, ends] = [
    "driverId",
    "vehicleId",
    "role",
    "firstDay",
    "lastDay",
    "ends",
  ].map((name) => form.useWatchValue(name));
  const isWhole = Boolean(driverId) && Boolean(vehicleId) && date.safeParse(firstDay).success;
  const query = {
    driverId: String(driverId),
    vehicleId: String(vehicleId),
    role: assignmentRole.safeParse(role).data ?? "primary",
    firstDay: String(firstDay),
    ...(date.safeParse(lastDay).success ? { lastDay: String(lastDay) } : {}),
  };
  const { data } = useQuery({
    queryKey: [driverAssignments.inTheWay.path, query],
    queryFn: ({ signal }) => call(driverAssignments.inTheWay, { query, signal }),
    enabled: isWhole,
    staleTime: 0,
    meta: { quiet: true, follows: driverAssignments.inTheWay.reads },
  });
  const found = isWhole ? (data?.items ?? []) : [];
  if (found.length === 0) return null;
  const ids = found.map(({ id }) => id);
  const isChosen = ids.every((id) => [ends].flat().includes(id));
  return (
    <Note icon="warn">
      <Stack gap={8}>
        {found.map((one) => (
          <WhoHasIt key={one.id} of={one} />
        ))}
        {found.every(({ canEnd }) => canEnd) ? (
          <Checkbox
            label={t`It ends on the day before`}
            checked={isChosen}
            onChange={
              ({ currentTarget: { checked } }) => form.setFieldValue("ends", (checked ? ids : []) as never) // a list of ids goes to the server as it is
            }
          />
        ) : (
          <Trans>Choose days before that, or change that one.</Trans>
        )}
      </Stack>
    </Note>
  );
}

function WhoHasIt({ of: { driverName, unitNumber, firstDay, lastDay } }: { of: InTheWay }) {
  const fmt = useFormat();
  const from = fmt.date(firstDay);
  const until = lastDay === null ? null : fmt.date(lastDay);
  return (
    <span>
      {until === null ? (
        <Trans>
          {driverName} has {unitNumber} from {from} on.
        </Trans>
      ) : (
        <Trans>
          {driverName} has {unitNumber} from {from} to {until}.
        </Trans>
      )}
    </span>
  );
}
