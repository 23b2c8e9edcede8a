import { expect, test } from "vitest";
import { chosenColumns, columnText } from "./column-text.ts";

const columns = [
  { key: "name", isHidden: false },
  { key: "status", isHidden: false },
  { key: "city", isHidden: true },
];
const shown = (choice: Parameters<typeof chosenColumns>[1]) =>
  chosenColumns(columns, choice).flatMap(({ column, isShown }) => (isShown ? [column.key] : []));
const again = (choice: Parameters<typeof chosenColumns>[1]) => columnText(columns, chosenColumns(columns, choice));

test("a list by itself shows what is not hidden, and says so in one sign", () => {
  expect(shown("*")).toEqual(["name", "status"]);
  expect(again("*")).toBe("*");
  expect(again("name,status,-city")).toBe("*");
});

test("order and what is hidden are read and written again", () => {
  expect(shown("city,-status,name")).toEqual(["city", "name"]);
  expect(again("city,-status,name")).toBe("city,-status,name");
});

test("a column that is no more is left out, one that came later stands at the end as the list has it", () => {
  expect(again("status,gone,name")).toBe("status,name,-city");
  expect(again("-gone")).toBe("*");
});

test("what browsers kept by its parts means the same columns as before", () => {
  expect(again({ order: [], hidden: [], shown: [] })).toBe("*");
  expect(again({ order: ["status", "name", "city"], hidden: ["name"], shown: [] })).toBe("status,-name,-city");
  expect(shown({ order: [], hidden: ["status"], shown: ["city"] })).toEqual(["name", "city"]);
});
