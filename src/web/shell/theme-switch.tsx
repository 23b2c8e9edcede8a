import { Trans, useLingui } from "@lingui/react/macro";
import { ActionIcon, useComputedColorScheme, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import IconMoon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import IconSun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import { Menu } from "../ui/overlays/menu.tsx";
import styles from "./top-bar.module.css";

/** Light, dark or as the device has it; kept in this browser. */
export function ThemeSwitch() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Now = useComputedColorScheme("light") === "dark" ? IconMoon : IconSun;
  const choices: Readonly<Record<string, MantineColorScheme>> = { light: "light", dark: "dark", auto: "auto" };
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} className={styles.theme ?? ""} aria-label={t`Theme`}>
          <Now size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(choice) => setColorScheme(choices[choice] ?? "auto")}>
          <Menu.RadioItem value="light">
            <Trans>Light</Trans>
          </Menu.RadioItem>
          <Menu.RadioItem value="dark">
            <Trans>Dark</Trans>
          </Menu.RadioItem>
          <Menu.RadioItem value="auto">
            <Trans>Auto</Trans>
          </Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
