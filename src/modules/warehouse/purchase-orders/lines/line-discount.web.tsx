import { Trans } from "@lingui/react/macro";
import { compare } from "#shared/format/money.ts";
import { Text } from "#web/ui/layout/text.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";

/** Below a line's price: what is taken off, so that its total follows from what stands there. */
export function LineDiscount({ pct }: { pct: string }) {
  const percent = useFormat().quantity(pct);
  if (compare(pct, "0") === 0) return null;
  return (
    <Text tone="dim" size="small" shape="block">
      <Trans>less {percent} %</Trans>
    </Text>
  );
}
