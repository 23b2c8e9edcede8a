import { useDebouncedCallback, useDebouncedValue } from "@mantine/hooks";
import { useEffect, useMemo, useState } from "react";
import { begin, useBusyWhile } from "./idle.ts";

/** How long an input that asks the server while one types waits for the next letter (specification, section 9). */
export const debounceMs = 500;

/** The same for a chooser, whose options one waits for with the hands on the keys. */
export const chooserMs = 200;

/** What was typed, once no letter has followed for so long: `const asked = useDebounced(text, debounceMs)`. The page is not idle before. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled] = useDebouncedValue(value, ms);
  useBusyWhile(!Object.is(settled, value));
  return settled;
}

interface DebouncedCall<Args extends unknown[]> {
  (...args: Args): void;
  /** Calls it now, if it is due. */
  flush(): void;
  cancel(): void;
}

/** Calls with the latest arguments, once no other call has followed for so long. The page is not idle before. */
export function useDebouncedCall<Args extends unknown[]>(
  act: (...args: Args) => void,
  { ms, flushOnUnmount = false }: { ms: number; flushOnUnmount?: boolean },
): DebouncedCall<Args> {
  const [waiting] = useState(() => new Waiting());
  const later = useDebouncedCallback(
    (...args: Args) => {
      waiting.end();
      act(...args);
    },
    { delay: ms, flushOnUnmount },
  );
  useEffect(() => () => waiting.end(), [waiting]);
  return useMemo(() => {
    const call = (...args: Args) => {
      waiting.begin();
      later(...args);
    };
    const cancel = () => {
      later.cancel();
      waiting.end();
    };
    return Object.assign(call, { flush: () => later.flush(), cancel });
  }, [later, waiting]);
}

/** Whether a call is due. */
class Waiting {
  #end = () => {};

  begin(): void {
    this.#end();
    this.#end = begin();
  }

  end(): void {
    this.#end();
  }
}
