let read: Promise<ReadonlySet<string>> | undefined;

/**
 * The 49 thousand passwords that leaked most often, in small letters; unpacked when the first password is judged.
 * Nothing is asked of a network.
 */
export function leakedPasswords(): Promise<ReadonlySet<string>> {
  read ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return read;
}
