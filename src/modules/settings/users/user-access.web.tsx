import { Checkbox } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { useQuery } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { byArea } from "#shared/permissions/permission-areas.ts";
import { call } from "#web/api/api.ts";
import { Note } from "#web/ui/note.tsx";
import { Code } from "#web/ui/values/values.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { SearchField } from "#web/list/search-field.tsx";
import { ScreenBody } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { ItemList, Row, Section } from "#web/ui/layout/layout.tsx";
import { roles } from "../roles/roles.contract.ts";
import type { User } from "./users.contract.ts";

/** What a person may do, in words, and through which of their roles; what they may not do, when asked for. */
export function UserAccess({ user }: { user: User }) {
  const { t } = useLingui();
  const words = useWords();
  const [q, setQ] = useState("");
  const [showsAll, setShowsAll] = useState(false);
  const { data: known = [] } = useQuery({
    queryKey: [roles.list.path],
    queryFn: ({ signal }) => call(roles.list, { signal }),
  });
  const { data: permissions = [] } = useQuery({
    queryKey: [roles.permissions.path],
    queryFn: ({ signal }) => call(roles.permissions, { signal }),
    staleTime: Infinity,
  });
  const own = known.filter(({ id }) => user.roles.some(({ roleId }) => roleId === id));
  const rows = permissions
    .map((permission) => ({
      ...permission,
      through: own.filter((role) => role.permissions.includes(permission.name)).map(({ name }) => words({ id: name })),
    }))
    .map((row) => ({ ...row, through: user.isSuperAdmin ? [t`Super administrator`, ...row.through] : row.through }));
  const held = rows.filter(({ through }) => through.length > 0).length;
  const said = (row: (typeof rows)[number]) =>
    [row.name, words({ id: row.meaning }), words(row.area), ...row.through].join(" ").toLocaleLowerCase();
  const shown = rows.filter((row) => (showsAll || row.through.length > 0) && said(row).includes(q.toLocaleLowerCase()));
  return (
    <ScreenBody>
      <Row gap={14}>
        <SearchField value={q} label={t`Search what this person may do`} onSearch={setQ} />
        <Checkbox
          label={t`Also what they may not`}
          checked={showsAll}
          onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
        />
      </Row>
      {user.status !== "active" && (
        <Note icon="wait">
          <Trans>Only while the account is active. It is not now.</Trans>
        </Note>
      )}
      <Text as="p" tone="dim" role="status">
        <Plural value={held} _0="This person may do nothing here yet." one="# permission" other="# permissions" />
      </Text>
      {permissions.length > 0 && shown.length === 0 && q && (
        <Text as="p" tone="dim">
          <Trans>Nothing matches “{q}”.</Trans>
        </Text>
      )}
      {byArea(shown).map(({ group, area, own: ofArea }) => (
        <Section key={`${group} ${area}`} title={words(area)}>
          <ItemList isStacked>
            {ofArea.map(({ name, meaning, through }) => (
              <li key={name}>
                <Text {...(through.length > 0 ? { weight: 500 } : { tone: "dim" })}>
                  {words({ id: meaning })}{" "}
                  <Text tone="dim" size="tiny" weight={400}>
                    <Code>{name}</Code>
                  </Text>
                </Text>
                <Text tone="soft" size="small">
                  {through.length > 0 ? <Trans>through {through.join(", ")}</Trans> : <Trans>through no role</Trans>}
                </Text>
              </li>
            ))}
          </ItemList>
        </Section>
      ))}
    </ScreenBody>
  );
}
