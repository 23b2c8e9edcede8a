import { found, type ApiDocument, type Call, type Schema } from "./document.web.ts";

/** Signs in, and keeps the session and the anti-forgery pair in a file: what all other examples build on. */
export const signInExample = (origin: string): string => `WAYBILL=${origin}
token() { awk '$6 == "XSRF-TOKEN" { print $7 }' cookies.txt; }
curl -s -c cookies.txt "$WAYBILL/api/settings" > /dev/null
curl -s -b cookies.txt -c cookies.txt "$WAYBILL/api/auth/logins" \\
  -H "X-XSRF-TOKEN: $(token)" -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.com","password":"your password"}'
curl -s -b cookies.txt -c cookies.txt "$WAYBILL/api/settings" > /dev/null`;

/** One call as a line for the shell, with the smallest body that fits; parts of the path are variables. */
export function curlOf(document: ApiDocument, call: Call): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const query = call.parameters.flatMap((one) =>
    "in" in one && one.in === "query" && one.required ? [`${one.name}=${textOf(document, one.schema)}`] : [],
  );
  const file = call.requestBody?.content["multipart/form-data"];
  const body = call.requestBody?.content["application/json"]?.schema;
  const isDownload = Object.keys(found(document, call.responses["200"] ?? { description: "" }).content ?? {}).some(
    (type) => type !== "application/json",
  );
  const impliesMethod = call.method === "GET" || (call.method === "POST" && (body || file));
  const options = `${impliesMethod ? "" : ` -X ${call.method}`}${isDownload ? " -OJ" : ""}`;
  const parts = [
    `curl -s -b cookies.txt${options} "$WAYBILL${path}${query.length > 0 ? `?${query.join("&")}` : ""}"`,
    call.method === "GET" ? "" : `-H "X-XSRF-TOKEN: $(token)"`,
    call.parameters.some((one) => "$ref" in one) ? `-H "Idempotency-Key: $(uuidgen)"` : "",
    body ? "-H 'Content-Type: application/json'" : "",
    body ? `-d '${JSON.stringify(example(document, body)).replaceAll("'", "'\\''")}'` : "",
    file ? "-F 'file=@file.csv'" : "",
  ];
  return parts.filter(Boolean).join(" \\\n  ");
}

const textOf = (document: ApiDocument, schema: Schema): string => encodeURIComponent(String(example(document, schema)));

/** The smallest value that fits. */
function example(document: ApiDocument, schema: Schema): unknown {
  const {
    type,
    enum: values,
    const: only,
    default: usual,
    items,
    minItems,
    properties = {},
    required = [],
    anyOf,
    oneOf,
    minimum = 1,
    format = "",
    minLength = 0,
  } = found(document, schema);
  if (only !== undefined || usual !== undefined) return only ?? usual;
  if (values) return values[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first) return example(document, first);
  const name = [type].flat()[0];
  if (name === "array") return items && minItems ? [example(document, items)] : [];
  if (name === "object")
    return Object.fromEntries(required.map((key) => [key, example(document, properties[key] ?? {})]));
  if (name === "integer" || name === "number") return Math.max(minimum, 0);
  if (name === "boolean") return false;
  const ofFormat: Readonly<Record<string, string>> = {
    uuid: "01890000-0000-7000-8000-000000000000",
    date: "2027-01-04",
    "date-time": "2027-01-04T09:00:00Z",
    email: "you@example.com",
    decimal: "1",
  };
  return ofFormat[format] ?? "text".padEnd(minLength, ".");
}
