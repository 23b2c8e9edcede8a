import { ActionIcon } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { Menu } from "#web/ui/overlays/menu.tsx";
import type { ReferenceValue } from "../reference-lists.contract.ts";
import type { ValueChanges } from "./use-value-changes.web.ts";

interface ValueMenuProps {
  value: ReferenceValue;
  name: string;
  /** Its place in the whole list, from 0; without one it cannot be moved now. */
  at: number | undefined;
  last: number;
  isOwn: boolean;
  changes: ValueChanges;
  onEdit: () => void;
}

/** What can be done with one value. */
export function ValueMenu({ value, name, at, last, isOwn, changes, onEdit }: ValueMenuProps) {
  const { t } = useLingui();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t`More about ${name}`}>
          <IconDots size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>
          <Trans>Edit</Trans>
        </Menu.Item>
        {isOwn && at !== undefined && at > 0 && (
          <Menu.Item onClick={() => changes.move(value, 0)}>
            <Trans>Move to the top</Trans>
          </Menu.Item>
        )}
        {isOwn && at !== undefined && at < last && (
          <Menu.Item onClick={() => changes.move(value, last)}>
            <Trans>Move to the end</Trans>
          </Menu.Item>
        )}
        {isOwn && (
          <Menu.Item color="red" onClick={() => changes.remove(value)}>
            <Trans>Remove</Trans>
          </Menu.Item>
        )}
        {!isOwn && value.id !== null && (
          <Menu.Item onClick={() => changes.reset(value)}>
            <Trans>Call it as the product does</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
