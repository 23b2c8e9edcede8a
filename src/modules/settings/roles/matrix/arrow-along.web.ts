/** The arrows along a line as a step on or back: the right one leads back where one reads from right to left. */
export function arrowAlong({
  key,
  currentTarget,
}: {
  readonly key: string;
  readonly currentTarget: Element;
}): 1 | -1 | undefined {
  if (key !== "ArrowRight" && key !== "ArrowLeft") return undefined;
  const isMirrored = getComputedStyle(currentTarget).direction === "rtl";
  return (key === "ArrowRight") !== isMirrored ? 1 : -1;
}
