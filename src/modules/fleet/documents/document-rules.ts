import type { z } from "zod";
import { message, type Sentence } from "#shared/contract/problem.ts";
import type { paperInput } from "./documents.flow.ts";

/** What matters of a type to whether a document of it is entered so. */
export interface TypeNow {
  readonly subject: string;
  readonly isConfidential: boolean;
  readonly requiresExpiry: boolean;
  readonly isOffered: boolean;
}

/** Of whom or what a document is; nothing of it is one of the company. */
export const subjects = ["driver", "vehicle", "asset", "trip", "delivery"] as const;
type Subject = (typeof subjects)[number];

const strangers = {
  driver: message("Documents of this type are not of drivers."),
  vehicle: message("Documents of this type are not of vehicles."),
  asset: message("Documents of this type are not of assets."),
  trip: message("Documents of this type are not of trips."),
  delivery: message("Documents of this type are not of deliveries."),
};
const unsaidSubjects = {
  driver: message("Say whose it is."),
  vehicle: message("Say of which vehicle it is."),
  asset: message("Say of which asset it is."),
  trip: message("Say of which trip it is."),
  delivery: message("Say of which delivery it is."),
};

/** A document names what its type is about, and nothing else: what it names otherwise, or leaves out. */
export function strangeSubject(
  about: string,
  isNamed: (subject: Subject) => boolean,
): { readonly subject: Subject; readonly sentence: Sentence } | null {
  const stranger = subjects.find((subject) => subject !== about && isNamed(subject));
  if (stranger !== undefined) return { subject: stranger, sentence: strangers[stranger] };
  const unsaid = subjects.find((subject) => subject === about && !isNamed(subject));
  return unsaid === undefined ? null : { subject: unsaid, sentence: unsaidSubjects[unsaid] };
}

/** Why a new document is not of this type. */
export function refusedType({ isOffered, isConfidential }: TypeNow, seesConfidential: boolean): Sentence | null {
  if (!isOffered) return message("This type is not used any more. Choose another one.");
  if (isConfidential && !seesConfidential)
    return message("Documents of this type are entered by who may see confidential ones.");
  return null;
}

/** What of a paper contradicts itself or its type. */
export function contradictions(
  { requiresExpiry }: TypeNow,
  { issuedOn, validFrom, expiresOn }: Pick<z.output<typeof paperInput>, "issuedOn" | "validFrom" | "expiresOn">,
): Readonly<Record<string, Sentence>> {
  if (requiresExpiry && expiresOn === null) return { expiresOn: message("Fill this in.") };
  if (issuedOn !== null && validFrom !== null && validFrom < issuedOn)
    return { validFrom: message("It begins before it was issued.") };
  const first = validFrom ?? issuedOn;
  if (first !== null && expiresOn !== null && expiresOn < first)
    return { expiresOn: message("It ends before it begins.") };
  return {};
}
