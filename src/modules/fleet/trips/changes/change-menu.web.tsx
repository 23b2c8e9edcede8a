import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import { useState } from "react";
import { HeaderSlot } from "#web/detail/header-slot.tsx";
import { bringsDialog } from "#web/detail/step-dialog.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import type { Trip } from "../trips.contract.ts";
import { ChangeDialog } from "./change-dialog.web.tsx";
import { changes, type ChangeName } from "./change-words.web.tsx";

/** With what, and by whom, a trip goes on that its driver has: one entry for each, whatever may keep it. */
export function ChangeMenu({ trip }: { trip: Trip }) {
  const words = useWords();
  const [asked, setAsked] = useState<ChangeName | null>(null);
  const names = (Object.keys(changes) as ChangeName[]).filter((name) =>
    [name, changes[name].anyway].some((step) => trip.steps.includes(step)),
  ); // its own keys
  if (names.length === 0) return null;
  return (
    <HeaderSlot>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button {...bringsDialog} variant="default" rightSection={<IconChevronDown size={14} stroke={1.8} />}>
            <Trans>Change</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {names.map((name) => (
            <Menu.Item key={name} onClick={() => setAsked(name)}>
              {words(changes[name].verb)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked && <ChangeDialog key={asked} trip={trip} name={asked} onClose={() => setAsked(null)} />}
    </HeaderSlot>
  );
}
