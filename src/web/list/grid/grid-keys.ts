/** Where a key moves the active row of `count` rows, or null when it moves nothing. */
export function nextIndex(
  key: string,
  from: number,
  { count, perPage }: { count: number; perPage: number },
): number | null {
  const to = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + perPage,
    PageUp: from - perPage,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, to));
}
