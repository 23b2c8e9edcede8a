import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "#web/ui/overlays/side-drawer.tsx";
import { PasswordForm } from "./password-form.web.tsx";

interface PasswordDialogProps {
  title: ReactNode;
  isOpen: boolean;
  verb: string;
  children: ReactNode;
  onPassword: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password before something is changed that protects the account. */
export function PasswordDialog({ title, isOpen, verb, children, onPassword, onClose }: PasswordDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <PasswordForm
        verb={verb}
        onPassword={onPassword}
        cancel={
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        {children}
      </PasswordForm>
    </Dialog>
  );
}
