import { Trans } from "@lingui/react/macro";
import { Code } from "#web/ui/values/values.tsx";
import { ScreenBody } from "#web/ui/layout/screen.tsx";
import { signInExample } from "./curl.web.ts";
import { Example } from "./example.web.tsx";

/** What holds for every call, told once. */
export function FirstSteps() {
  return (
    <ScreenBody as="section">
      <h2>
        <Trans>Before the first call</Trans>
      </h2>
      <p>
        <Trans>
          Sign in once; the session is a cookie. A program gets a user of its own, with a role that holds what it needs
          and no more.
        </Trans>
      </p>
      <p>
        <Trans>
          Every write needs the anti-forgery pair: the cookie <Code>XSRF-TOKEN</Code> and its value again in the header{" "}
          <Code>X-XSRF-TOKEN</Code>. It comes with <Code>GET /api/settings</Code>, anew after signing in.
        </Trans>
      </p>
      <p>
        <Trans>
          Give each <Code>POST</Code> an <Code>Idempotency-Key</Code> of its own: when no answer comes, send it again
          with the same key, and it is done once.
        </Trans>
      </p>
      <p>
        <Trans>
          A refusal is JSON with <Code>code</Code> for the program, <Code>message</Code> for people, and{" "}
          <Code>fields</Code> where single values are wrong.
        </Trans>
      </p>
      <Example text={signInExample(location.origin)} />
    </ScreenBody>
  );
}
