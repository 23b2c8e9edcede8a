import { useEffect, useState } from "react";
import { useLingui } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { useFormat } from "#web/ui/values/use-format.ts";
import { useUnits } from "#web/ui/values/use-units.ts";
import { purchaseOrders } from "../purchase-orders.contract.ts";
import { maxLines } from "./lines.contract.ts";
import { withPastedUnit, withProduct, type DraftLine } from "./order-draft.web.ts";

/** No code of a product is longer. */
const longestCode = 60;

export type ChangeLines = (change: (lines: readonly DraftLine[]) => readonly DraftLine[]) => void;

interface PastedLines {
  lines: readonly DraftLine[];
  /** Empty until there is one. */
  vendorId: string;
  currency: string;
  onChange: ChangeLines;
}

/** Finds the products of pasted codes, as soon as there is a vendor whose numbers they may be. What was pasted stays meanwhile. */
export function usePastedLines({ lines, vendorId, currency, onChange }: PastedLines) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { own } = useUnits();
  const [failedFor, setFailedFor] = useState<string | null>(null);
  const waiting = lines.filter(({ pastedUnit }) => pastedUnit !== null);
  const asked = JSON.stringify(waiting.map(({ key, text }) => [key, text]));
  const isDue = waiting.length > 0 && vendorId !== "" && failedFor !== asked;

  useEffect(() => {
    if (!isDue) return;
    const over = new AbortController();
    const { signal } = over;
    const codes = waiting.map(({ key, text }) => ({ key, code: text.trim().slice(0, longestCode) }));
    const find = async () => {
      const parts = Array.from({ length: Math.ceil(codes.length / maxLines) }, (_, n) =>
        codes.slice(n * maxLines, (n + 1) * maxLines),
      );
      const answers = await Promise.all(
        parts.map((part) =>
          call(purchaseOrders.matchProducts, { body: { vendorId, codes: part.map(({ code }) => code) }, signal }),
        ),
      );
      const products = answers.flatMap(({ items }) => items);
      const nearest = answers.flatMap((answer) => answer.nearest);
      const found = new Map(
        codes.map(({ key, code }, n) => [
          key,
          { product: products[n] ?? null, unknown: { code, nearest: nearest[n] ?? null } },
        ]),
      );
      onChange((now) =>
        now.map((line) => {
          const hit = found.get(line.key);
          if (!hit || line.pastedUnit === null) return line;
          const { product, unknown } = hit;
          if (product === null) return { ...line, unknown, pastedUnit: null };
          const chosen = withProduct(line, product, { currency, locale });
          return withPastedUnit(chosen, line.pastedUnit, { hasPrice: line.unitPrice !== "", own, locale });
        }),
      );
      tell(products.filter((product) => product === null).length, codes.length);
    };
    const tell = (unknown: number, count: number) =>
      toastDone(
        count === 1 ? t`1 line filled in` : t`${count} lines filled in`,
        unknown > 0
          ? {
              icon: "warn",
              tone: "a",
              line:
                unknown === 1
                  ? t`1 code fits no product; choose one for it.`
                  : t`${unknown} codes fit no product; choose one for each.`,
            }
          : {},
      );
    find().catch((error: unknown) => {
      if (signal.aborted) return;
      setFailedFor(asked);
      toastProblem(error);
    });
    return () => over.abort();
    // What is typed elsewhere meanwhile does not ask again: which lines wait, and for whose numbers, is all that counts.
    // oxlint-disable-next-line react/exhaustive-deps -- as said above
  }, [isDue, asked, vendorId]);

  return {
    /** How many lines wait for their products. */
    count: waiting.length,
    /** They are being asked for now. */
    isAsking: isDue,
    /** Set where they could not be asked for. */
    retry: failedFor === asked ? () => setFailedFor(null) : null,
  };
}

export type WaitingLines = ReturnType<typeof usePastedLines>;

/** What somebody asked for is done once no product is being looked for; where that failed, they have been told, and it is left. */
export function useOnceFound<T>({ isAsking, retry }: WaitingLines, act: (asked: T) => void) {
  const [asked, setAsked] = useState<T | null>(null);
  useEffect(() => {
    if (asked === null || isAsking) return;
    // oxlint-disable-next-line react/set-state-in-effect -- what was asked for waited for the server's answer
    setAsked(null);
    if (retry === null) act(asked);
  }, [asked, isAsking, retry, act]);
  return { asked, ask: setAsked };
}
