// Not conformed: the profile is one's own, and no record of a list.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#main/testing/test-app.ts";

const path = "/api/auth/update-profile";
let testApp: TestApp;
let viewer: Client;
beforeAll(async () => {
  testApp = await startTestApp();
  viewer = await testApp.as("VIEWER");
});
afterAll(() => testApp.close());

const person = {
  firstName: "Ines",
  lastName: "Marques",
  phone: "+351 21 000",
  locale: "de",
  timezone: "Europe/Lisbon",
  units: "imperial",
};
const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0x00, 0x16]), Buffer.from("Exif\0\0 taken at home")]);
/** The parts of a JPEG: its head, a table, and a scan that ends it. */
const frame = Buffer.from([0xff, 0xc0, 0x00, 0x0b, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]); // 1 × 1 pixel
const jpeg = (...extra: Buffer[]) => jpegOf(...extra, frame);
const jpegOf = (...parts: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x04, 0x4a, 0x46]),
    ...parts,
    Buffer.from([0xff, 0xdb, 0x00, 0x04, 0x01, 0x02, 0xff, 0xda, 0x00, 0x04, 0x01, 0x02, 0x33, 0x44, 0xff, 0xd9]),
  ]);

describe("the own profile", () => {
  test("[CALL:PUT /api/auth/update-profile] changes name, phone, language, time zone and units, and answers the user", async () => {
    const { status, body, text } = await viewer.put(path, person);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      userId: testApp.users.VIEWER,
      firstName: "Ines",
      lastName: "Marques",
      locale: "de",
      timezone: "Europe/Lisbon",
      units: "imperial",
      profile: { phone: "+351 21 000" },
    });
    expect((await viewer.get("/api/auth/users/me")).body).toEqual(body);
    expect((await viewer.put(path, { firstName: "Ines", lastName: "Marques" })).body).toMatchObject({
      locale: "en",
      timezone: "Europe/Amsterdam",
      units: "metric",
      profile: { phone: null, locale: null, timezone: null },
    });
  });

  test("[MSG-4] says of each field what is wrong with it", async () => {
    expect(await viewer.put(path, { ...person, firstName: " ", timezone: "Mars/Olympus" })).toMatchObject({
      status: 422,
      body: { fields: { firstName: expect.any(String), timezone: expect.any(String) } },
    });
  });

  test("is nobody's but one's own, and gives nobody a right or another address", async () => {
    for (const over of [
      { email: "other@alpha.example" },
      { isSuperAdmin: true },
      { status: "active" },
      { companyId: testApp.companies.b },
    ])
      expect((await viewer.put(path, { ...person, ...over })).status).toBe(422);
    expect((await testApp.visitor().put(path, person)).status).toBe(401);
  });

  test("is changed by a SUPER_ADMIN who works in another company, too", async () => {
    const root = await testApp.as("SUPER_ADMIN");
    await root.post(`/api/settings/companies/${testApp.companies.b}/act`);
    expect((await root.put(path, { firstName: "Sam", lastName: "Ferreira" })).body).toMatchObject({
      firstName: "Sam",
      company: { id: testApp.companies.b },
    });
    await root.post(`/api/settings/companies/${testApp.companies.a}/act`);
  });
});

describe("a photo", () => {
  const send = (file: Buffer, client = viewer) => client.put(path, { ...person, photo: file.toString("base64") });

  test("is kept without where and when it was taken, and shown to colleagues only", async () => {
    const { status, body, text } = await send(jpeg(exif));
    expect(status, text).toBe(200);
    const photo = String(body["photo"]);
    const shown = await (await testApp.as("BUYER")).get(photo);
    expect(shown).toMatchObject({
      status: 200,
      headers: {
        "content-type": "image/jpeg",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("sandbox"),
      },
    });
    expect(Number(shown.headers["content-length"])).toBe(jpeg().length);
    expect(shown.text).not.toContain("taken at home");
    expect((await (await testApp.as("BUYER", "b")).get(photo)).status).toBe(404);
    expect((await testApp.visitor().get(photo)).status).toBe(401);
  });

  test("stays when the profile is saved without one, and goes when it is taken away", async () => {
    await send(jpeg());
    expect((await viewer.put(path, person)).body["photo"]).toEqual(expect.any(String));
    expect((await viewer.put(path, { ...person, photo: null })).body["photo"]).toBeNull();
  });

  test("is a whole picture of a kind that browsers only show, and small", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const cut = jpeg().subarray(0, 12);
    const large = jpeg(Buffer.concat([Buffer.from([0xff, 0xdb, 0xff, 0xff]), Buffer.alloc(300 * 1024)]));
    for (const file of [svg, cut, large, jpegOf(), Buffer.from("GIF89a")])
      expect(await send(file)).toMatchObject({ status: 422, body: { fields: { photo: expect.any(String) } } });
    expect((await viewer.put(path, { ...person, photo: "no base64!" })).status).toBe(422);
  });
});
