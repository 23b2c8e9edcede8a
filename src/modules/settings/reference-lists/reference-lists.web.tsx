import { Button } from "@mantine/core";
import { Plural, Trans } from "@lingui/react/macro";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { useState } from "react";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { fetchInputs } from "#web/form/fields/fields.tsx";
import { Failed } from "#web/list/list-states.tsx";
import { asProblem } from "#web/api/problem.ts";
import { useMay } from "#web/api/session.tsx";
import { HeadActions, Screen, ScreenHead } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { ListRail } from "./list-rail.web.tsx";
import { ListValues } from "./values/list-values.web.tsx";
import { referenceLists } from "./reference-lists.contract.ts";
import { useListChoice, useLists } from "./use-lists.web.ts";
import { ValueForm } from "./values/value-form.web.tsx";
import styles from "./reference-lists.module.css";

/** The lists that forms choose from: at the left which there are, at the right the values of one. */
export function ReferenceLists() {
  const may = useMay();
  const mayEdit = may(referenceLists.create.can);
  const isPhone = useIsPhone();
  const choice = useListChoice();
  const { data, error, refetch } = useLists();
  const [isNew, setIsNew] = useState(false);
  const lists = data?.items ?? [];
  const list = lists.find((one) => one.list === choice.list) ?? (isPhone ? undefined : lists[0]);
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>Reference lists</Trans>
        </h1>
        {data && (
          <Text tone="dim">
            <Plural value={lists.length} one="# list" other="# lists" />
          </Text>
        )}
        <HeadActions>
          {may("CAN_VIEW_AUDIT") && !isPhone && (
            <Button
              component="a"
              href="/settings/audit?entity=reference-value"
              variant="default"
              leftSection={<IconHistory size={15} stroke={1.8} />}
            >
              <Trans>History</Trans>
            </Button>
          )}
          {mayEdit && list?.isEditable && (
            <Button
              leftSection={<IconPlus size={15} stroke={2} />}
              onClick={() => setIsNew(true)}
              onPointerEnter={fetchInputs}
              onFocus={fetchInputs}
            >
              <Trans>Add value</Trans>
            </Button>
          )}
        </HeadActions>
      </ScreenHead>
      {error && !data && (
        <Failed
          title={<Trans>The lists did not load</Trans>}
          problem={asProblem(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <div className={styles.columns}>
          {(!isPhone || !list) && <ListRail lists={lists} chosen={list?.list} onChoose={choice.choose} />}
          {list && <ListValues list={list} mayEdit={mayEdit} />}
        </div>
      )}
      {isNew && list && <ValueForm list={list} value={null} onClose={() => setIsNew(false)} />}
    </Screen>
  );
}
