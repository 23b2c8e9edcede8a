import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectFile, sources } from "#main/testing/sources.ts";

const sides =
  /^(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b.*|(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius)$/;
/** The order of four values, top, right, bottom, left (or the corners, from the top left), is mirrored by nobody. */
const four =
  /^(?:margin|padding|inset|scroll-padding|scroll-margin|border-width|border-color|border-style|border-radius)$/;

/** Why a declaration has a left or a right that does not follow the reader's direction. */
function physical(property: string, value: string): boolean {
  if (sides.test(property)) return true;
  if (/^(?:text-align|float|clear)$/.test(property)) return /^(?:left|right)$/.test(value);
  const parts = four.test(property) ? (value.match(/(?:[\w-]*\((?:[^()]|\([^()]*\))*\)|[^\s()])+/g) ?? []) : [];
  if (parts.length !== 4) return false;
  const [first, second, third, fourth] = parts;
  return property === "border-radius" ? first !== second || third !== fourth : second !== fourth;
}

test("what stands left or right is said as start or end, so that a language that is read from right to left mirrors it", () => {
  const styles = globSync("src/**/*.css", { cwd: projectFile("").pathname }).toSorted();
  expect(styles.length).toBeGreaterThan(40);
  const found = styles.flatMap((path) => {
    const text = readFileSync(projectFile(path), "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
    return [...text.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+)(?=[;}])/g)]
      .filter(([, property = "", value = ""]) => physical(property, value.trim()))
      .map(([declaration]) => `${path}: ${declaration}`);
  });
  expect(found).toEqual([]);
  const inCode = sources("src/{web,modules,main}/**/*.tsx", "src/{web,modules}/**/*.web.ts").flatMap(({ path, code }) =>
    [
      ...code.matchAll(
        /\b(?:margin|padding|border)(?:Left|Right)\b|\b(?:ml|mr|pl|pr)=[{"]|\b(?:ta=|textAlign: ?)"(?:left|right)"/g,
      ),
    ].map(([use]) => `${path}: ${use}`),
  );
  expect(inCode).toEqual([]);
});

/** Folders whose screens draw something that no other screen has, and what. */
const drawn: Readonly<Record<string, string>> = {
  "account/passwords/fields": "meter",
  "account/registration/pages": "public page",
  "account/sign-in-pages": "public page",
  "fleet/dashboard": "split bars, tiles",
  "fleet/documents/calendar": "ribbon of weeks",
  "fleet/trips/planner": "stops in their order, where one would come",
  "fleet/trips/timeline": "bars of a day",
  "fleet/trips/trip-stops": "axis of times",
  "fleet/deliveries/chain": "four links side by side",
  "fleet/deliveries/link-page": "time of arrival, what happens",
  "fleet/deliveries/proofs": "pictures",
  "fleet/driver-phone": "phone of the road",
  "fleet/vehicles/papers": "strip of papers",
  "settings/api": "reference",
  "settings/exchange-rates": "chart",
  "settings/imports": "drop area",
  "settings/locations": "map, week",
  "settings/reference-lists": "side list",
  "settings/reference-lists/values": "colours",
  "settings/roles": "matrix",
  "settings/roles/matrix": "matrix",
  "site/paper": "paper",
  "site/welcome": "public page",
  "warehouse/delivery-schedules/board": "board",
  "warehouse/delivery-schedules/booking": "grid of times",
  "warehouse/issues": "photos",
  "warehouse/purchase-orders/lines": "grid",
  "warehouse/purchase-orders/vendor-page": "grid",
  "warehouse/receipts": "scanner",
};

test("a screen is made of the parts in src/web/ui/layout, and has a CSS module only where it draws something of its own", () => {
  const folders = globSync("src/modules/**/*.module.css", { cwd: projectFile("").pathname }).map((path) =>
    path.replace(/^src\/modules\//, "").replace(/\/[^/]+$/, ""),
  );
  expect([...new Set(folders)].toSorted()).toEqual(Object.keys(drawn).toSorted());
});
