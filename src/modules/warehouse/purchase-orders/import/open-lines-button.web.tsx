import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import { urlOf } from "#web/api/api.ts";
import { openOrderLines } from "./open-orders.contract.ts";

/** The lines of all open orders as a file. */
export function OpenLinesButton() {
  return (
    <Button
      variant="default"
      visibleFrom="sm"
      component="a"
      download
      href={urlOf(openOrderLines.exportLines, {})}
      leftSection={<IconDownload size={15} stroke={1.7} />}
    >
      <Trans>Open lines</Trans>
    </Button>
  );
}
