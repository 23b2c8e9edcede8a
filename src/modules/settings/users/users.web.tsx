import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { call } from "#web/api/api.ts";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { useAddress } from "#web/list/data/address.ts";
import { Failed } from "#web/list/list-states.tsx";
import { SearchField } from "#web/list/search-field.tsx";
import { useMay } from "#web/api/session.tsx";
import { asProblem } from "#web/api/problem.ts";
import { HeadActions, Screen, ScreenHead, Toolbar } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { users, type User } from "./users.contract.ts";
import { UserTable } from "./user-table.web.tsx";

const UserDrawer = lazyPart(() => import("./user-drawer.web.tsx"), "UserDrawer");
const InviteDrawer = lazyPart(() => import("./invite-drawer.web.tsx"), "InviteDrawer");

/** The people of the company. The specification's list is a plain array, so this is no list of the kit: all of them, searched here. */
export function UserList() {
  const { t } = useLingui();
  const words = useWords();
  const { search, go } = useAddress();
  const may = useMay();
  const q = typeof search["q"] === "string" ? search["q"] : "";
  const { data, error, refetch } = useQuery({
    queryKey: [users.list.path],
    queryFn: ({ signal }) => call(users.list, { query: {}, signal }),
    meta: { quiet: true },
  });
  const shown = (data ?? []).filter((user) => says(user, words).includes(q.toLocaleLowerCase()));
  const chosen = data?.find(({ userId }) => userId === search["id"]);
  const { id: _, form: __, show: ___, ...kept } = search;
  const close = () => go({ search: kept, replace: true });
  return (
    <Screen>
      <ScreenHead>
        <h1>
          <Trans>Users</Trans>
        </h1>
        {data && (
          <Text tone="dim">
            <Plural value={data.length} one="# person" other="# people" />
          </Text>
        )}
        {may(users.invite.can) && (
          <HeadActions>
            <Button
              leftSection={<IconPlus size={15} stroke={2} />}
              onClick={() => go({ search: { ...search, form: "new" } })}
            >
              <Trans>Invite a person</Trans>
            </Button>
          </HeadActions>
        )}
      </ScreenHead>
      <Toolbar>
        <SearchField
          value={q}
          label={t`Search users`}
          onSearch={(next) => go({ search: { ...kept, ...(next ? { q: next } : {}) }, replace: true })}
        />
      </Toolbar>
      {error && !data && (
        <Failed
          title={<Trans>The list did not load</Trans>}
          problem={asProblem(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && shown.length === 0 && (
        <EmptyState
          title={<Trans>No user matches “{q}”</Trans>}
          actions={
            <Button variant="default" onClick={() => go({ search: kept })}>
              <Trans>Clear the search</Trans>
            </Button>
          }
        >
          <Trans>Names, e-mail addresses, roles and states are searched.</Trans>
        </EmptyState>
      )}
      {shown.length > 0 && (
        <UserTable users={shown} onOpen={({ userId }) => go({ search: { ...search, id: userId } })} />
      )}
      {chosen && (
        <UserDrawer
          key={chosen.userId}
          user={chosen}
          part={search["show"] === "access" ? "access" : "person"}
          onPart={(part) => go({ search: { ...kept, id: chosen.userId, show: part }, replace: true })}
          onClose={close}
        />
      )}
      {search["form"] === "new" && <InviteDrawer onClose={close} />}
    </Screen>
  );
}

/** What the search looks through. */
function says({ firstName, lastName, email, roles, status }: User, words: ReturnType<typeof useWords>): string {
  return [firstName, lastName, email, words(status), ...roles.map(({ name }) => words({ id: name }))]
    .join(" ")
    .toLocaleLowerCase();
}
