import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import { signOut } from "#web/api/session.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { ItemList, Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { ownSessions, type OwnSession } from "../own-sessions/own-sessions.contract.ts";

const key = [ownSessions.list.path];

/** Every session of one's own: where, from where, when last; each can be ended, or all. */
export function OwnSessions() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => call(ownSessions.list, { signal }) });
  const end = useMutation({
    mutationFn: ({ id }: OwnSession) => call(ownSessions.end, { id }),
    onSuccess: () => toastDone(t`The session has ended`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const endAll = useMutation({ mutationFn: () => call(ownSessions.endAll), onSuccess: () => signOut() });
  return (
    <>
      <ItemList>
        {data?.items.map((one) => (
          <li key={one.id}>
            <b>{one.device}</b>
            <Text tone="dim" grows>
              {one.isCurrent ? (
                <Trans>This session</Trans>
              ) : (
                <Trans>
                  last used <Instant at={one.lastSeenAt} />
                </Trans>
              )}
              {one.address && ` · ${one.address}`}
            </Text>
            {!one.isCurrent && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                aria-label={t`End the session on ${one.device}`}
                loading={end.isPending && end.variables.id === one.id}
                onClick={() => end.mutate(one)}
              >
                <Trans>End</Trans>
              </Button>
            )}
          </li>
        ))}
      </ItemList>
      <Row>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          <Trans>Sign out everywhere</Trans>
        </Button>
      </Row>
      <ConfirmDialog
        title={<Trans>Sign out everywhere?</Trans>}
        isOpen={isAsking}
        verb={t`Sign out everywhere`}
        isBusy={endAll.isPending}
        onConfirm={() => endAll.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <Trans>Every session ends, this one too. You can sign in again at once.</Trans>
      </ConfirmDialog>
    </>
  );
}
