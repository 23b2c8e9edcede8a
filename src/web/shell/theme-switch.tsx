import { Trans, useLingui } from "@lingui/react/macro";
import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconDeviceDesktop from "@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import type { ReactNode } from "react";

const choices: readonly { scheme: MantineColorScheme; icon: typeof IconSun; name: ReactNode }[] = [
  { scheme: "light", icon: IconSun, name: <Trans>Light</Trans> },
  { scheme: "dark", icon: IconMoon, name: <Trans>Dark</Trans> },
  { scheme: "auto", icon: IconDeviceDesktop, name: <Trans>Auto</Trans> },
];

/** Light, dark or as the device has it; kept in this browser. */
export function ThemeSwitch() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Now = useComputedColorScheme("light") === "dark" ? IconMoon : IconSun;
  return (
    <Menu position="bottom-end" width={160} shadow="md" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t`Theme`}>
          <Now size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ scheme, icon: Icon, name }) => (
          <Menu.Item key={scheme} role="menuitemradio" aria-checked={scheme === colorScheme} leftSection={<Icon size={16} stroke={1.7} />} rightSection={scheme === colorScheme ? <IconCheck size={14} stroke={2} /> : null} onClick={() => setColorScheme(scheme)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
