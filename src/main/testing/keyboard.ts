import type { Page } from "playwright";

/** A person who has no mouse. */
export interface Keyboard {
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** What the focus is on, as a screen reader would say it. */
  focused(): Promise<string>;
  /** Tab until the focus is on what is called so; fails when it is out of reach. */
  tabTo(name: RegExp, key?: "Tab" | "Shift+Tab"): Promise<void>;
}

const atFocus =
  'document.activeElement.getAttribute("aria-label") ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent';

export function keyboardOf(page: Page): Keyboard {
  const focused = () => page.evaluate<string>(atFocus);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    press,
    focused,
    type: (text) => page.keyboard.type(text),
    async tabTo(name, key = "Tab") {
      const passed: string[] = [];
      for (let n = 0; n < 80; n += 1) {
        await press(key);
        const at = await focused();
        if (name.test(at)) return;
        passed.push(at);
      }
      throw new Error(`${String(name)} is not reached by ${key}; it passed ${passed.join(", ")}`);
    },
  };
}
