/** What stands in the place of a secret. */
const mask = "••••••••";
/** Every mailed link carries its secret behind `#t=`; `=` may be written as `=3D` in a mail. */
const inLink = /(#t=(?:3D)?)(?:[a-z0-9]{1,16}\.)?[\w-]{20,}/g;

/** A text as it may be kept and shown: without these secrets, and without that of any link. */
export function withoutSecrets(text: string, secrets: readonly string[] = []): string {
  const known = secrets.filter(Boolean);
  return known.reduce((left, secret) => left.replaceAll(secret, mask), text).replace(inLink, `$1${mask}`);
}

/** The secrets of the links in a text. */
export const secretsIn = (text: string): string[] =>
  [...text.matchAll(/#t=((?:[a-z0-9]{1,16}\.)?[\w-]{43})/g)].map(([, secret = ""]) => secret);

/** Whether something in a text was masked. */
export const isMasked = (text: string): boolean => text.includes(mask);
