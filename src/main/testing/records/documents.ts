import type { Client } from "#main/testing/test-app.ts";
import { dayIn } from "./drivers.ts";
import { saved } from "./orders.ts";

export const documentsPath = "/api/fleet/documents";
export const typesPath = "/api/fleet/document-types";

/** The id of a type that every company begins with. */
export async function typeCalled(client: Client, code: string): Promise<string> {
  const { items } = await saved(client.get(`${typesPath}?limit=200`));
  return items.find((type) => type.code === code)?.id ?? "";
}

/** A document with a scan, uploaded by the same person. */
export async function aDocument(client: Client, typeId: string, driverId: string | null, over: object = {}) {
  const body = { typeId, driverId, number: "P-4471", issuer: "CBR", expiresOn: dayIn(20), ...over };
  const { id } = await saved(client.post(documentsPath, body));
  await uploadScan(client, id);
  return saved(client.get(`${documentsPath}/${id}`));
}

export const uploadScan = (client: Client, id: string) =>
  saved(
    client.send(
      "POST",
      `/api/files?entity=document&entityId=${id}`,
      `--part\r\nContent-Disposition: form-data; name="file"; filename="scan-${Math.trunc(performance.now() * 1000)}.csv"\r\nContent-Type: text/csv\r\n\r\na,${id}\r\n\r\n--part--\r\n`,
      { "content-type": "multipart/form-data; boundary=part" },
    ),
  );

export async function verified(client: Client, id: string) {
  const { version } = await saved(client.get(`${documentsPath}/${id}`));
  return saved(client.post(`${documentsPath}/${id}/verify`, { version }));
}
