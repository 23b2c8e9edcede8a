import type { Locator } from "playwright";

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
