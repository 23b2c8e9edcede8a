import type { Locator, Page } from "playwright";

/** Types a date, or a date and a time, as a person does, and goes on to the next field. */
export async function fillDate(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press("Tab");
}

/** Opens the choices of a field and takes the one with that name. */
export async function choose(field: Locator, name: string | RegExp): Promise<void> {
  await field.first().click(); // its list of choices has the same label
  const options = field.page().getByRole("option", typeof name === "string" ? { name, exact: true } : { name });
  await options.first().click();
}

/** What a program leaves in the clipboard, pasted into the field that has the focus; the machine's own is left alone. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
}

/** A scanner that works as a keyboard: keys 5 ms apart, by their own time and not by this machine's, Enter at the end. */
export async function scan(page: Page, code: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  await Promise.all(
    [...code, "Enter"].map((key, at) =>
      browser.send("Input.dispatchKeyEvent", {
        type: "keyDown",
        key,
        text: key === "Enter" ? "\r" : key,
        timestamp: began + at * 0.005,
      }),
    ),
  );
  await browser.detach();
}
