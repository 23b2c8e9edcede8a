import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useOneField } from "#modules/account/second-factor/fields/one-field.web.ts";
import { Actions, Fields } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { CurrentPassword } from "#modules/account/passwords/fields/new-password.web.tsx";

interface PasswordFormProps {
  verb: string;
  children: ReactNode;
  cancel: ReactNode;
  onPassword: (password: string) => Promise<void>;
}

/** The password once more, and what it is for. */
export function PasswordForm({ verb, children, cancel, onPassword }: PasswordFormProps) {
  const { field, isBusy, handleSubmit } = useOneField("currentPassword", onPassword);
  return (
    <Fields as="form" onSubmit={handleSubmit}>
      <Text as="p" tone="dim">
        {children}
      </Text>
      <CurrentPassword {...field} />
      <Actions>
        {cancel}
        <Button type="submit" loading={isBusy}>
          {verb}
        </Button>
      </Actions>
    </Fields>
  );
}
