import { message, type Sentence } from "#shared/contract/problem.ts";

/** Why a file of a user is not read, in words for that user. */
export class Refusal extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence, cause?: unknown) {
    super(sentence.message, { cause });
    this.sentence = sentence;
  }
}

export const damaged = (cause?: unknown): Refusal =>
  new Refusal(message("This file is damaged. Save it again and upload it once more."), cause);

export const tooLarge = (): Refusal => new Refusal(message("This file would become far too large when it is opened."));
