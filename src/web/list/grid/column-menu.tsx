import { ActionIcon } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import IconAdjustmentsHorizontal from "@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs";
import { lazyPart } from "#web/api/lazy-part.tsx";
import type { useColumnChoice } from "./preferences.ts";

const ColumnChoices = lazyPart(() => import("./column-choices.tsx"), "ColumnChoices");

/** Chooses the columns of a list and their order. */
export function ColumnMenu<Rec>({ choice }: { choice: ReturnType<typeof useColumnChoice<Rec>> }) {
  const { t } = useLingui();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t`Columns`}
        aria-expanded={anchor !== null}
        aria-haspopup="dialog"
        onPointerEnter={ColumnChoices.fetch}
        onFocus={ColumnChoices.fetch}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        <IconAdjustmentsHorizontal size={16} stroke={1.7} />
      </ActionIcon>
      {anchor && <ColumnChoices choice={choice} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}
