import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { KeyValue } from "#web/ui/summary-bar.tsx";
import { useUser } from "#web/api/session.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Row, SettingsPart } from "#web/ui/layout/layout.tsx";
import { Screen, ScreenBody, ScreenHead } from "#web/ui/layout/screen.tsx";
import { OwnSessions } from "./own-sessions.web.tsx";
import { ProfileForm } from "./profile-form.web.tsx";
import { SecondFactorPanel } from "./second-factor.web.tsx";

/** The own account: what one is called, how one wants to see things, how and where one signs in. */
export function Profile() {
  const { firstName, lastName } = useUser();
  return (
    <Screen>
      <ScreenHead>
        <h1>
          {firstName} {lastName}
        </h1>
      </ScreenHead>
      <ScreenBody>
        <div>
          <SettingsPart title={<Trans>About you</Trans>}>
            <ProfileForm />
          </SettingsPart>
          <SettingsPart title={<Trans>Your place here</Trans>}>
            <Place />
          </SettingsPart>
          <SettingsPart title={<Trans>Password</Trans>}>
            <Row>
              <Text tone="dim" grows>
                <Trans>Changing it ends every session, this one too.</Trans>
              </Text>
              <Button variant="default" component={Link} to="/change-password">
                <Trans>Change password</Trans>
              </Button>
            </Row>
          </SettingsPart>
          <SettingsPart title={<Trans>Second factor</Trans>}>
            <SecondFactorPanel />
          </SettingsPart>
          <SettingsPart title={<Trans>Where you are signed in</Trans>}>
            <OwnSessions />
          </SettingsPart>
        </div>
      </ScreenBody>
    </Screen>
  );
}

/** What others decide: the company and its administrators. */
function Place() {
  const { i18n } = useLingui();
  const { email, company, roles, modules } = useUser();
  return (
    <KeyValue
      isAligned
      rows={[
        { label: msg`Email`, value: email },
        { label: msg`Company`, value: company.name },
        { label: msg`Roles`, value: roles.map(({ name }) => name).join(", ") },
        { label: msg`Modules`, value: modules.map(({ fullName }) => i18n._(fullName)).join(", ") },
      ]}
    />
  );
}
