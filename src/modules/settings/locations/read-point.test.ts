import { expect, test } from "vitest";
import { pointText } from "#web/map/point.ts";
import { pointOf } from "./point-of.web.ts";
import { readPoint } from "./read-point.web.ts";

const amsterdam = { lat: 52.3702, lng: 4.8952 };

test.each([
  "52.3702, 4.8952",
  " 52.3702 4.8952 ",
  "52,3702; 4,8952",
  "52,3702, 4,8952",
  "N 52.3702 E 4.8952",
  "52.3702° N, 4.8952° E",
  "4,8952° O 52,3702° N",
  "geo:52.3702,4.8952?z=17",
  "https://www.openstreetmap.org/?mlat=52.3702&mlon=4.8952#map=12/51.00000/4.00000",
  "https://www.openstreetmap.org/#map=17/52.3702/4.8952",
  "https://www.google.com/maps/@52.3702,4.8952,15z",
  "https://www.google.com/maps/place/Dam/@52.1,4.1,15z/data=!3m1!4b1!4m6!3d52.3702!4d4.8952",
  "https://www.google.com/maps/search/?api=1&query=52.3702%2C4.8952",
  "https://maps.apple.com/?ll=52.3702,4.8952&q=Dam",
  "https://www.bing.com/maps?cp=52.3702~4.8952&lvl=12",
])("a place is read from %s", (text) => {
  expect(readPoint(text)).toEqual(amsterdam);
});

test.each([
  [`52°22'12.7"N 4°53'42.7"E`, 52.37019, 4.89519],
  ["52° 22.212' N, 4° 53.712' E", 52.3702, 4.8952],
  [`33°51′35″S 151°12′40″E`, -33.85972, 151.21111],
  ["40.7128 N 74.006 W", 40.7128, -74.006],
  ["-33.86, 151.21", -33.86, 151.21],
])("minutes and seconds, and the sides of the world, count: %s", (text, lat, lng) => {
  const found = readPoint(text);
  expect(found?.lat).toBeCloseTo(lat, 5);
  expect(found?.lng).toBeCloseTo(lng, 5);
});

test.each([
  "Amsterdam",
  "",
  "52.3702",
  "91, 4",
  "52, 181",
  "12 Main Street",
  "52.3702 N 4.8952 S",
  "https://example.org/52.1,4.2",
])("%s is no place", (text) => {
  expect(readPoint(text)).toBeNull();
});

test("a record's two fields are a place only together, and are written to the metre", () => {
  expect(pointOf("52.370200", null)).toBeNull();
  expect(pointOf("", "4.8")).toBeNull();
  expect(pointOf("95", "4.8")).toBeNull();
  expect(pointText(pointOf("52.370200", "4.895212345") ?? amsterdam)).toBe("52.3702, 4.89521");
});
