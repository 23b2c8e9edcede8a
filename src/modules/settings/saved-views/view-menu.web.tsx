import { ActionIcon } from "@mantine/core";
import { Trans, useLingui } from "@lingui/react/macro";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { useEffect, useRef, useState } from "react";
import { bringsDialog } from "#web/detail/step-dialog.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { NameDialog } from "./name-dialog.web.tsx";
import { saveButtonId } from "./save-view.web.tsx";
import type { SavedView } from "./saved-views.contract.ts";
import { useViewChanges } from "./use-saved-views.web.ts";

/** The one view whose menu is shown is the open one. */
export const viewMenuId = "view-menu";

interface ViewMenuProps {
  view: SavedView;
  /** Its place among the own views of the list, and the last one. */
  at: number;
  last: number;
  isAltered: boolean;
  onSave: () => void;
  onReset: () => void;
  /** It is gone: the list is shown without it. */
  onRemoved: () => void;
}

/** What can be done with the open view. */
export function ViewMenu({ view, at, last, isAltered, onSave, onReset, onRemoved }: ViewMenuProps) {
  const { t } = useLingui();
  const { name } = view;
  const isPhone = useIsPhone();
  const changes = useViewChanges(view.list);
  const [isNaming, setNaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => void button.current?.scrollIntoView({ block: "nearest", inline: "nearest" }), []);
  // A tab that changes its place in the page loses the focus.
  useEffect(() => {
    if (hasMoved.current) button.current?.focus();
    hasMoved.current = false;
  }, [at]);

  const run = (work: Promise<void>) => void work.catch(toastProblem);
  const move = (to: number) => {
    hasMoved.current = true;
    run(changes.move(view.id, to));
  };
  const rename = async (next: string) => {
    await changes.update(view, { name: next });
    toastDone(t`View renamed`, { line: next });
  };
  const turnDefault = async () => {
    await changes.update(view, { isDefault: !view.isDefault });
    toastDone(view.isDefault ? t`The list opens as it comes` : t`The list opens with this view`, { line: name });
  };
  const remove = async () => {
    await changes.remove(view);
    onRemoved();
    document.getElementById(saveButtonId)?.focus();
    toastDone(t`View removed`, { line: name, link: { label: t`Undo`, onClick: () => run(bringBack()) } });
  };
  const bringBack = async () => {
    const { search, isDefault } = view;
    const { id } = await changes.create({ name, search, isDefault });
    await changes.move(id, at);
  };
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon
            ref={button}
            id={viewMenuId}
            variant="subtle"
            color="gray"
            size={isPhone ? 44 : 24}
            style={{ alignSelf: "center", flex: "none" }}
            aria-label={t`More about ${name}`}
            {...bringsDialog}
          >
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isAltered && (
            <>
              <Menu.Item onClick={onSave}>
                <Trans>Save changes</Trans>
              </Menu.Item>
              <Menu.Item onClick={onReset}>
                <Trans>Reset</Trans>
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item onClick={() => setNaming(true)}>
            <Trans>Rename</Trans>
          </Menu.Item>
          {at > 0 && (
            <Menu.Item onClick={() => move(at - 1)}>
              <Trans>Move left</Trans>
            </Menu.Item>
          )}
          {at < last && (
            <Menu.Item onClick={() => move(at + 1)}>
              <Trans>Move right</Trans>
            </Menu.Item>
          )}
          <Menu.Item onClick={() => run(turnDefault())}>
            {view.isDefault ? <Trans>No longer my default</Trans> : <Trans>Make it my default</Trans>}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => run(remove())}>
            <Trans>Remove</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title={<Trans>Rename this view</Trans>}
          verb={t`Rename`}
          name={name}
          askedBy={viewMenuId}
          onSubmit={rename}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
