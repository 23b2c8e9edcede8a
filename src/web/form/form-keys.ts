import type { KeyboardEvent } from "react";

/** Ctrl+Enter sends a form from any of its fields; Enter alone sends none, for in a picker it takes what was found. */
export function handleFormKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.currentTarget instanceof HTMLFormElement)) return;
  const isSent = event.ctrlKey || event.metaKey;
  if (isSent || event.target instanceof HTMLInputElement) event.preventDefault();
  if (isSent) event.currentTarget.requestSubmit();
}
