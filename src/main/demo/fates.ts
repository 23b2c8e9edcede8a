/** What becomes of an order until the demo's moment. */
export type Fate =
  | "draft"
  | "pending"
  | "rejected"
  | "approved"
  | "sent"
  | "proposed"
  | "declined"
  | "cancelled"
  | "confirmed"
  /** Confirmed, and somebody stopped it. */
  | "held"
  /** Confirmed, and nothing came on the day. */
  | "late"
  /** Confirmed, and a delivery of these days brings it: those of `slots.ts`, one after the other. */
  | "booked"
  | "part"
  /** A part came, and the buyer gave up the rest. */
  | "short"
  | "full";

const letters: Readonly<Record<string, Fate>> = {
  d: "draft",
  p: "pending",
  r: "rejected",
  a: "approved",
  s: "sent",
  c: "proposed",
  x: "declined",
  n: "cancelled",
  w: "confirmed",
  o: "held",
  l: "late",
  B: "booked",
  h: "part",
  S: "short",
  F: "full",
};

/** The youngest orders, the youngest first, ten a row: each had the time for its fate, and the first fifty have every state. */
const youngest = [
  "ddpadppasr",
  "snaspcBsBx",
  "BcosBBsBwr",
  "BBcBsBnBBx",
  "FBSFBBcFwB",
  "BFBBhBcFBB",
  "BFBBlBhFBB",
  "BFlBhBBFBB",
  "BFBBlBSFBB",
  "BFlBhBBFnB",
  "BFBBlBhFBB",
  "BFBBBBxFBB",
  "FBFFhFlFBF",
]
  .join("")
  .split("")
  .map((letter): Fate => letters[letter] ?? "full");
export const bookedOrders = youngest.filter((fate) => fate === "booked").length;

/**
 * Of the order that is so many orders older than the youngest. Old ones are over: 84 % full, 8 % short, the others
 * cancelled or declined.
 */
export function fateOf(rank: number, chance: number): Fate {
  const young = youngest[rank];
  if (young) return young;
  return chance < 0.84 ? "full" : chance < 0.92 ? "short" : chance < 0.97 ? "cancelled" : "declined";
}

/** Its age in working minutes: ten orders a day lately, one a day a year ago. */
export const ageOf = (rank: number): number => Math.round(25 + 47 * rank + 0.145 * rank ** 2.4);

/** What happens on the way of an order, in this order, each so many working minutes after the one before. */
const steps = {
  submitted: [5, 60],
  rejected: [60, 240],
  approved: [15, 90],
  sent: [5, 60],
  cancelled: [60, 240],
  opened: [15, 120],
  answered: [30, 300],
  held: [30, 90],
  booked: [20, 120],
} as const satisfies Readonly<Record<string, readonly [from: number, until: number]>>;
export type OrderStep = keyof typeof steps;

const out = ["submitted", "approved", "sent"] as const;
const answered = [...out, "opened", "answered"] as const;
const ways: Readonly<Record<Fate, readonly OrderStep[]>> = {
  draft: [],
  pending: ["submitted"],
  rejected: ["submitted", "rejected"],
  approved: ["submitted", "approved"],
  sent: out,
  proposed: answered,
  declined: answered,
  cancelled: [...out, "cancelled"],
  confirmed: answered,
  held: [...answered, "held"],
  late: answered,
  booked: [...answered, "booked"],
  part: [...answered, "booked"],
  short: [...answered, "booked"],
  full: [...answered, "booked"],
};

/** When each step was taken, as far as the demo's moment let it come. */
export type Timeline = { readonly created: Date } & Readonly<Partial<Record<OrderStep, Date>>>;

export function timelineOf(
  created: Date,
  fate: Fate,
  {
    moment,
    after,
    minutes,
    skipApproval,
  }: {
    moment: Date;
    after: (at: Date, minutes: number) => Date;
    minutes: (from: number, until: number) => number;
    skipApproval: boolean;
  },
): Timeline {
  const line: { created: Date } & Partial<Record<OrderStep, Date>> = { created };
  let at = created;
  for (const step of ways[fate]) {
    const [from, until] = steps[step];
    const wait = minutes(from, until);
    if (step !== "approved" || !skipApproval) at = after(at, wait);
    if (at > moment) return line;
    line[step] = at;
  }
  return line;
}
