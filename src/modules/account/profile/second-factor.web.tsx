import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { Note } from "#web/ui/note.tsx";
import { Instant } from "#web/ui/values/values.tsx";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { ownSessions } from "../own-sessions/own-sessions.contract.ts";
import { secondFactor } from "../second-factor/second-factor.contract.ts";
import { PasswordDialog } from "./password-dialog.web.tsx";
import { SetUpDialog } from "./set-up-dialog.web.tsx";

const few = 3;

/** Whether signing in asks for a code of an app, and what can be changed about that. */
export function SecondFactorPanel() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [open, setOpen] = useState<"set_up" | "renew" | "off" | null>(null);
  const { data } = useQuery({
    queryKey: [secondFactor.read.path],
    queryFn: ({ signal }) => call(secondFactor.read, { signal }),
  });
  const close = () => {
    setOpen(null);
    // it ends other sessions
    for (const { path } of [secondFactor.read, ownSessions.list]) void client.invalidateQueries({ queryKey: [path] });
  };
  const handleOff = async (currentPassword: string) => {
    await call(secondFactor.switchOff, { body: { currentPassword } });
    toastDone(t`The second factor is off`);
    close();
  };
  if (!data) return null;
  const { isOn, since, recoveryCodesLeft, isRequired } = data;
  return (
    <>
      {isOn && recoveryCodesLeft < few && (
        <Note icon="warn" tone="a">
          <Trans>Few recovery codes are left: {recoveryCodesLeft}. Make new ones.</Trans>
        </Note>
      )}
      <Row>
        <Text tone="dim" grows>
          {isOn ? (
            <Trans>
              On since <Instant at={since} />. Recovery codes left: {recoveryCodesLeft}.
            </Trans>
          ) : (
            <Trans>Off. With it, signing in asks for a code of an app on your phone, too.</Trans>
          )}
        </Text>
        {!isOn && (
          <Button onClick={() => setOpen("set_up")}>
            <Trans>Set up</Trans>
          </Button>
        )}
        {isOn && (
          <Button variant="default" onClick={() => setOpen("renew")}>
            <Trans>New recovery codes</Trans>
          </Button>
        )}
        {isOn && !isRequired && (
          <Button variant="default" onClick={() => setOpen("off")}>
            <Trans>Switch off</Trans>
          </Button>
        )}
      </Row>
      {(open === "set_up" || open === "renew") && <SetUpDialog isRenewal={open === "renew"} onClose={close} />}
      <PasswordDialog
        title={<Trans>Switch off the second factor?</Trans>}
        isOpen={open === "off"}
        verb={t`Switch off`}
        onPassword={handleOff}
        onClose={close}
      >
        <Trans>Your password alone opens your account then. Your other sessions end.</Trans>
      </PasswordDialog>
    </>
  );
}
