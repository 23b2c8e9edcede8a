import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { Code } from "#web/ui/values/values.tsx";

/** The end of a number; pressed, the whole of it, which is noted in the history. */
export function SealedNumber({ end, read }: { end: string; read: () => Promise<{ number: string }> }) {
  const { t } = useLingui();
  const whole = useMutation({ mutationFn: read });
  if (whole.data) return <Code>{whole.data.number}</Code>;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={t`Show the number that ends in ${end}`}
      loading={whole.isPending}
      onClick={() => whole.mutate()}
    >
      <Code>{`…${end}`}</Code>
    </Button>
  );
}
