import { Button } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { useStep } from "#web/detail/use-step.ts";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { dutyVerbs } from "./driver-words.web.tsx";
import { drivers, type Driver } from "./drivers.contract.ts";
import { dutiesOffered, type DutyByHand } from "./duties.ts";

/** Says what a driver does now, at one press; what their trip says is not asked. */
export function DutyMenu({ driver }: { driver: Driver }) {
  const { t } = useLingui();
  const words = useWords();
  const step = useStep(drivers);
  const offered = dutiesOffered(driver);
  if (offered.length === 0) return null;
  const say = async (duty: DutyByHand) => {
    await step.mutateAsync({ route: drivers.setDuty, record: driver, input: { duty } });
    toastDone(t`Duty set`);
  };
  const begin = (duty: DutyByHand) => {
    if (!step.isRunning()) void say(duty).catch(() => undefined); // the failure is told by a toast
  };
  return (
    <HeaderSlot>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={step.isPending} rightSection={<IconChevronDown size={14} stroke={1.8} />}>
            <Trans>Duty</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((duty) => (
            <Menu.Item key={duty} onClick={() => begin(duty)}>
              {words(dutyVerbs[duty])}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </HeaderSlot>
  );
}
