import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { asProblem } from "../problem.ts";
import { currentSession, reloadUser, signOut } from "../session.tsx";
import { toastProblem } from "../toasts.tsx";
import { PlainPage, useTitle } from "./plain-page.tsx";

const askEveryMs = 10_000;

/** Waits for the approval and moves on by itself once it is there. */
export function ApproveProcessPage() {
  const { t } = useLingui();
  useTitle(t`Approval`);
  const router = useRouter();
  useEffect(() => {
    const ask = async () => {
      try {
        await reloadUser();
      } catch (error) {
        if (asProblem(error).code !== "offline") toastProblem(error);
      }
      if (currentSession().user?.isUserApproved) await router.navigate({ to: "/" });
    };
    const timer = setInterval(ask, askEveryMs);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <PlainPage
      title={<Trans>Your company is being checked</Trans>}
      actions={
        <Button variant="default" onClick={signOut}>
          <Trans>Sign out</Trans>
        </Button>
      }
    >
      <Trans>An administrator looks at your registration. This page moves on by itself once it is approved; you can also close it and come back.</Trans>
    </PlainPage>
  );
}
