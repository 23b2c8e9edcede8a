import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { hasAbility } from "#shared/flow/abilities.ts";
import { useSession } from "#web/api/session.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { fleetDeliveries, type FleetDelivery } from "../deliveries.contract.ts";
import { consigneeLinks } from "./consignee-links.contract.ts";

/** Mails the consignee the link by which they follow a delivery that is still to come. */
export function ShareButton({ delivery }: { delivery: FleetDelivery }) {
  const { t } = useLingui();
  const step = useStep(fleetDeliveries);
  const { settings } = useSession();
  if (!hasAbility(delivery, "share")) return null;
  const share = () =>
    void step.mutateAsync({ route: consigneeLinks.share, record: delivery }).then(
      () =>
        toastDone(
          settings?.mails_are_kept
            ? t`The link is kept in the outbox: no mails are sent from here`
            : t`The link is mailed`,
        ),
      () => undefined, // the failure is told by a toast
    );
  return (
    <Row gap={8}>
      <Button variant="default" size="compact-sm" loading={step.isPending} onClick={share}>
        <Trans>Mail the link to the consignee</Trans>
      </Button>
      <Text tone="dim" size="small">
        {delivery.consigneeEmail}
      </Text>
    </Row>
  );
}
