import type { z } from "zod";
import { message, type Sentence } from "./problem.ts";

/** What a person should read for one Zod issue: what is wrong with the field, in plain words. */
export function sentenceOf(issue: z.core.$ZodIssue): Sentence {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null || issue.message.includes("undefined")
        ? message("Fill this in.")
        : message("This is not of the right kind: {expected} is expected.", { expected: issue.expected });
    case "too_small":
      if (issue.origin === "string")
        return Number(issue.minimum) <= 1
          ? message("Fill this in.")
          : message("Use at least {count} characters.", { count: Number(issue.minimum) });
      if (issue.origin === "array") return message("Give at least {count}.", { count: Number(issue.minimum) });
      return issue.inclusive === false
        ? message("It has to be more than {limit}.", { limit: Number(issue.minimum) })
        : message("It has to be {limit} or more.", { limit: Number(issue.minimum) });
    case "too_big":
      if (issue.origin === "string")
        return message("Use at most {count} characters.", { count: Number(issue.maximum) });
      if (issue.origin === "array") return message("Give at most {count}.", { count: Number(issue.maximum) });
      return message("It has to be {limit} or less.", { limit: Number(issue.maximum) });
    case "invalid_format":
      return formatSentence(issue);
    case "invalid_value":
      return message("Choose one of: {choices}.", { choices: issue.values.slice(0, 20).map(String) });
    case "unrecognized_keys":
      return message("There is no such field.");
    case "not_multiple_of":
      return message("It has to be a multiple of {step}.", { step: Number(issue.divisor) });
    case "custom":
      return { message: issue.message, values: issue.params as Sentence["values"] }; // what the check's sentence names
    default:
      return { message: issue.message };
  }
}

function formatSentence(issue: z.core.$ZodIssueInvalidStringFormat): Sentence {
  if (issue.format === "email") return message("Give an e-mail address like name@example.com.");
  if (issue.format === "uuid") return message("Choose one from the list.");
  if (issue.format === "date") return message("Give a date like 2026-01-31.");
  if (issue.format === "datetime") return message("Give a date and time like 2026-01-31T14:30:00Z.");
  if (issue.format === "url") return message("Give a web address like https://example.com.");
  if (issue.format === "regex" && !issue.message.startsWith("Invalid")) return { message: issue.message };
  return message("This is not written as expected.");
}

/** Of so many fields a refusal tells: more than anybody reads, and few enough that nobody keeps the server busy with them. */
export const mostFieldsTold = 100;

/** Field path (`lines.0.orderedQty`) → sentence, for the first hundred fields of a failed check; the first of a field wins. */
export function fieldsOfIssues(issues: readonly z.core.$ZodIssue[]): Record<string, Sentence> {
  const fields: Record<string, Sentence> = Object.create(null) as Record<string, Sentence>; // a field may be called "constructor"
  let told = 0;
  for (const [path, issue] of pathsOf(issues)) {
    if (path in fields) continue;
    if (told === mostFieldsTold) break;
    fields[path] = sentenceOf(issue);
    told += 1;
  }
  return fields;
}

function* pathsOf(issues: readonly z.core.$ZodIssue[]): Generator<[string, z.core.$ZodIssue]> {
  for (const issue of issues) {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [undefined];
    for (const name of names)
      yield [[...issue.path, ...(name === undefined ? [] : [name])].map(String).join(".") || "_", issue];
  }
}
