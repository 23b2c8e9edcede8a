import { part, webModule } from "#web/shell/register.ts";
import { account } from "./module.ts";

export const accountWeb = webModule(account, {
  screens: { "/profile": part(() => import("./profile/profile.web.tsx"), "Profile") },
  previews: {},
  publicPages: [
    {
      path: "/login",
      title: "Sign in",
      load: part(() => import("./sign-in-pages/login-page.web.tsx"), "LoginPage"),
      only: "guest",
    },
    {
      path: "/register",
      title: "Register",
      load: part(() => import("./registration/pages/register-page.web.tsx"), "RegisterPage"),
      only: "guest",
    },
    {
      path: "/register/confirm",
      title: "Confirm your address",
      load: part(() => import("./registration/pages/register-confirm-page.web.tsx"), "RegisterConfirmPage"),
    },
    {
      path: "/reset-password",
      title: "Reset password",
      load: part(() => import("./sign-in-pages/reset-password-page.web.tsx"), "ResetPasswordPage"),
    },
    {
      path: "/change-password",
      title: "Change password",
      load: part(() => import("./sign-in-pages/change-password-page.web.tsx"), "ChangePasswordPage"),
    },
    {
      path: "/accept-invite",
      title: "Invitation",
      load: part(() => import("./sign-in-pages/accept-invite-page.web.tsx"), "AcceptInvitePage"),
    },
    {
      path: "/set-up",
      title: "First start",
      load: part(() => import("./sign-in-pages/set-up-page.web.tsx"), "SetUpPage"),
    },
    {
      path: "/register-step2",
      title: "Registration",
      load: part(() => import("./registration/pages/register-step2-page.web.tsx"), "RegisterStep2Page"),
      only: "registration",
    },
    {
      path: "/approve-process",
      title: "Approval",
      load: part(() => import("./registration/pages/approve-process-page.web.tsx"), "ApproveProcessPage"),
      only: "approval",
    },
  ],
});
