import { useEffect, useEffectEvent } from "react";

/** Scanners that act as keyboards type faster than anybody's fingers, and end with Enter or Tab. */
const longestPauseMs = 100;
const longestMeanPauseMs = 60;
const shortestCode = 4;
/** FNC1 between the fields of a GS1 code: scanners type it as Ctrl+], some as the character itself. */
const fnc1 = "\u001d";

interface Burst {
  text: string;
  first: number;
  last: number;
  field: HTMLInputElement | HTMLTextAreaElement | null;
  before: string;
}

/** Listens to the whole page: a code that a scanner types is heard wherever the focus stands, and leaves nothing in fields. */
export function useKeyboardScanner(onScan: (code: string) => void): void {
  const handleScan = useEffectEvent(onScan);
  useEffect(() => {
    let burst: Burst | null = null;
    const handleKey = (event: KeyboardEvent) => {
      const isFast = burst !== null && event.timeStamp - burst.last <= longestPauseMs;
      const typed = characterOf(event);
      if (typed !== null) {
        burst = burst && isFast ? { ...burst, text: burst.text + typed, last: event.timeStamp } : begin(typed, event);
        if (typed === fnc1 || (typed === " " && isFast)) event.preventDefault(); // a space would press the focused button
        return;
      }
      if (event.key === "Shift" || event.key === "Control" || event.key === "Alt" || event.key === "CapsLock") return;
      if ((event.key === "Enter" || event.key === "Tab") && burst && isFast && isScanner(burst)) {
        event.preventDefault();
        event.stopPropagation();
        if (burst.field) {
          restore(burst.field, burst.before);
          burst.field.blur(); // what a person typed there is kept before the scan leads elsewhere
        }
        handleScan(burst.text);
      }
      burst = null;
    };
    addEventListener("keydown", handleKey, true);
    return () => removeEventListener("keydown", handleKey, true);
  }, []);
}

function begin(text: string, { timeStamp, target }: KeyboardEvent): Burst {
  const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null;
  return { text, first: timeStamp, last: timeStamp, field, before: field?.value ?? "" };
}

function isScanner({ text, first, last }: Burst): boolean {
  return text.length >= shortestCode && (last - first) / (text.length - 1) <= longestMeanPauseMs;
}

function characterOf({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): string | null {
  if (key === fnc1 || (ctrlKey && (key === "]" || key === "5"))) return fnc1;
  return key.length === 1 && !ctrlKey && !metaKey && !altKey ? key : null;
}

/** Puts back what stood in the field, so that React hears of it. */
function restore(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
