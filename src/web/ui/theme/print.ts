const scheme = "data-mantine-color-scheme";

/** Paper is light: the dark theme is put aside while the browser draws the pages. Returns how to stop. */
export function printInLight(): () => void {
  const page = document.documentElement;
  let before: string | null = null;
  const begin = () => {
    before = page.getAttribute(scheme);
    page.setAttribute(scheme, "light");
  };
  const end = () => page.setAttribute(scheme, before ?? "light");
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
  return () => {
    removeEventListener("beforeprint", begin);
    removeEventListener("afterprint", end);
  };
}
