import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { accountWeb } from "#modules/account/module.web.tsx";
import { fleetWeb } from "#modules/fleet/module.web.tsx";
import type { Me, Settings as ServedSettings } from "#modules/account/session/session.contract.ts";
import { settingsWeb } from "#modules/settings/module.web.tsx";
import { viewParts } from "#modules/settings/saved-views/view-parts.web.tsx";
import { siteWeb } from "#modules/site/module.web.tsx";
import { warehouseWeb } from "#modules/warehouse/module.web.tsx";
import { tellIdle } from "#web/api/idle.ts";
import { speakBrowserLanguage } from "#web/language/language.ts";
import { viewSlot } from "#web/list/view-slot.tsx";
import { makeRouter } from "#web/shell/router.tsx";
import type { Settings, User } from "#web/api/session-user.ts";
import { startSession } from "#web/api/session.tsx";
import { cssVariablesResolver, theme } from "#web/ui/theme/theme.ts";
// Mantine's parts in its own order, each in the cascade layer `mantine`, so that ours win without `!important`.
// Only what every page needs; each other part is imported, in that order too, where its component is used.
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@fontsource-variable/inter/opsz.css";
import "@fontsource-variable/geist-mono/wght.css";
import "#web/ui/theme/tokens.css";
import "#web/ui/theme/global.css";

/** The same modules as in modules.ts, which the server composes. */
const modules = [warehouseWeb, fleetWeb, settingsWeb, accountWeb, siteWeb];

// Fails to compile when the contract no longer serves what the frame reads of a session.
void ((me: Me, served: ServedSettings): [User, Settings] => [me, served]);

// Zod tries to compile code, which our content security policy reports as an attack; this says not to, without loading Zod here.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
setNonce(nonce);

const colorSchemes = localStorageColorSchemeManager({ key: "waybill-theme" });
const started = speakBrowserLanguage().then(() => startSession((path) => void router.navigate({ href: path })));
const router = makeRouter({
  screens: modules.flatMap(({ screens }) => screens),
  publicPages: modules.flatMap(({ publicPages }) => publicPages),
  started,
});

Object.assign(viewSlot, viewParts);
tellIdle();

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root.");
createRoot(place).render(
  <DirectionProvider>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={() => nonce}
    >
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </MantineProvider>
  </DirectionProvider>,
);
