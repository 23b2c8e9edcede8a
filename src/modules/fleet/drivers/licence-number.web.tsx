import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { Code } from "#web/ui/values/values.tsx";
import { driverLicences, type DriverLicence } from "../driver-licences/driver-licences.contract.ts";

/** The end of a number; pressed, the whole of it, which is noted in the history. */
export function LicenceNumber({ licence }: { licence: DriverLicence }) {
  const { t } = useLingui();
  const end = `…${licence.numberEnd}`;
  const read = useMutation({ mutationFn: () => call(driverLicences.number, { id: licence.id }) });
  if (read.data) return <Code>{read.data.number}</Code>;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={t`Show the number that ends in ${licence.numberEnd}`}
      loading={read.isPending}
      onClick={() => read.mutate()}
    >
      <Code>{end}</Code>
    </Button>
  );
}
