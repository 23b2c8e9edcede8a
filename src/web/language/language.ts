import { i18n } from "@lingui/core";
import { busyUntil } from "../api/idle.ts";

const languages = ["en", "de"] as const;
type Language = (typeof languages)[number];
/** Languages that are read from right to left; e2e/right-to-left.test.ts tries the screens for the first of them. */
const rightToLeft: readonly string[] = ["ar", "fa", "he", "ur"];

// Names out of data (menu entries, enum words) are looked up as they are; plain words and {values} need no more than this.
i18n.setMessagesCompiler((text) => text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? [part] : part)));

/** English is in the code already (see vite.config.ts); another language is loaded, and English stands until it is there. */
export async function speak(locale: string | null | undefined): Promise<void> {
  const language = languageOf(locale);
  if (i18n.locale === language) return;
  const messages = language === "de" ? (await busyUntil(import("#shared/language/de.po"))).messages : {};
  i18n.loadAndActivate({ locale: language, locales: [locale ?? language, language], messages });
  document.documentElement.lang = language;
  document.documentElement.dir = rightToLeft.includes(language) ? "rtl" : "ltr";
}

/** Before anybody is signed in: what the browser asks for. */
export function speakBrowserLanguage(): Promise<void> {
  i18n.loadAndActivate({ locale: "en", locales: ["en-GB"], messages: {} });
  return speak(navigator.languages.find((locale) => languages.some((language) => locale.startsWith(language))));
}

function languageOf(locale: string | null | undefined): Language {
  return languages.find((language) => locale?.toLowerCase().startsWith(language)) ?? "en";
}
