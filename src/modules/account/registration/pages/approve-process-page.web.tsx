import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Note } from "#web/ui/note.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { DataProvider } from "#web/api/query.tsx";
import { reloadUser, useSession } from "#web/api/session.tsx";
import { toastProblem } from "#web/shell/notices/toasts.tsx";
import { PlainPage, useTitle } from "#web/shell/pages/plain-page.tsx";
import { takeBack, useWaitingRegistration } from "./use-registration.web.ts";
import { SignOutButton } from "./sign-out-button.web.tsx";
import { SentIn } from "./sent-in.web.tsx";
import styles from "./register-step2.module.css";

/** Waits for the approval and moves on by itself once it is there; a refusal says why and what to do. */
export function ApproveProcessPage() {
  const { t } = useLingui();
  useTitle(t`Approval`);
  return (
    <DataProvider>
      <Waiting />
    </DataProvider>
  );
}

function Waiting() {
  const { t } = useLingui();
  const fmt = useFormat();
  const router = useRouter();
  const { user } = useSession();
  const { data: registration, isPending } = useWaitingRegistration();
  const isWaiting = user?.isUserRegistrationDone === true && !user.isUserApproved;
  useEffect(() => {
    if (user && !isWaiting) void router.navigate({ to: "/" }); // the gate knows where to
  }, [user, isWaiting, router]);

  if (isPending || !isWaiting) return <div aria-busy aria-label={t`Loading`} />;
  if (!registration) {
    return (
      <PlainPage title={<Trans>Your company is being checked</Trans>} actions={<SignOutButton />}>
        <Trans>
          An administrator looks at your registration. This page moves on by itself once it is approved; you can also
          close it and come back.
        </Trans>
      </PlainPage>
    );
  }
  if (registration.state === "rejected") {
    return (
      <PlainPage title={<Trans>Your company was not approved</Trans>} actions={<Ways isFilled />}>
        <div className={styles.note}>
          <Note icon="bad">{registration.rejectionReason}</Note>
        </div>
        <p>
          <Trans>Correct the details and send them in again. What you sent in is kept.</Trans>
        </p>
        <SentIn registration={registration} />
      </PlainPage>
    );
  }
  const since = registration.submittedAt ? fmt.instant(registration.submittedAt, "always") : "";
  return (
    <PlainPage title={<Trans>Your company is being checked</Trans>} actions={<Ways />}>
      <p role="status">
        <Trans>
          Sent in on {since}. An administrator looks at it, and a mail tells you the answer. This page moves on by
          itself once it is approved; you can also close it and come back.
        </Trans>
      </p>
      <SentIn registration={registration} />
    </PlainPage>
  );
}

function Ways({ isFilled = false }: { isFilled?: boolean }) {
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const handleCorrect = async () => {
    setIsBusy(true);
    try {
      await takeBack();
      await reloadUser();
      await router.navigate({ to: "/register-step2" });
    } catch (error) {
      toastProblem(error);
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button variant={isFilled ? "filled" : "default"} loading={isBusy} onClick={handleCorrect}>
        <Trans>Correct the details</Trans>
      </Button>
      <SignOutButton />
    </>
  );
}
