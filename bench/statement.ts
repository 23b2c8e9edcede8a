/**
 * The best statement that somebody would write by hand for what a screen shows: its columns and no others, one statement,
 * prepared under a name by the floor, no session, no permission, the company as a plain condition. What the product takes
 * longer than these is the price of all that it does besides, and nothing of it is hidden in the baseline.
 */
export interface ByHand {
  readonly text: string;
  readonly values: readonly unknown[];
}
