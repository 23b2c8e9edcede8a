/** The languages that the server can speak; a sentence without a translation is said in English. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** The language that is spoken for a locale. */
export const spoken = (locale: string): Language => languages.find((one) => locale.startsWith(one)) ?? "en";
