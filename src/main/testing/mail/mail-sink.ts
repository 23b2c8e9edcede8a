import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as it came over the wire. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  /** The plain text, decoded. */
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
  readonly raw: string;
}

export interface MailSink {
  /** For `smtpUrl`. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** The next mail to this address about this subject, which nobody has taken yet; waits for it. */
  next(to: string, subject: string | RegExp): Promise<ReceivedMail>;
  /** From now on mails are refused with what this says of their text; null takes them again. */
  refuse(say: ((text: string) => string) | null): void;
  /** The latest mail that fits, also one that somebody has taken; waits for it. */
  arrival(fits: (mail: ReceivedMail) => boolean, about: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

const longestWaitMs = 15_000;

/** A real SMTP server on a free port, which keeps what it is given. */
export async function startMailSink(): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  let refusal: ((text: string) => string) | null = null;
  const waiting = new Set<() => void>();
  /** Looks now, and whenever a mail has come. */
  const find = async (look: () => ReceivedMail | undefined, about: string): Promise<ReceivedMail> => {
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedMail>();
    const tryNow = () => {
      const found = look();
      if (found) resolve(found);
    };
    const giveUp = () =>
      reject(
        new Error(
          `no mail ${about} in ${longestWaitMs / 1000} s; there are ${mails.map(({ to, subject }) => `${to}: ${subject}`).join(", ")}`,
        ),
      );
    const timer = setTimeout(giveUp, longestWaitMs);
    waiting.add(tryNow);
    tryNow();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(tryNow);
    }
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        if (refusal) return done(refused(refusal(parse("", raw).text)));
        for (const { address } of session.envelope.rcptTo) mails.push(parse(address, raw));
        done();
        for (const look of waiting) look();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.server.address() as AddressInfo; // it listens on TCP
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async next(to, subject) {
      const found = await find(
        () => mails.find((mail) => !taken.has(mail) && mail.to === to && mail.subject.match(subject)),
        `to ${to} about ${String(subject)}`,
      );
      taken.add(found);
      return found;
    },
    refuse: (say) => void (refusal = say),
    arrival: (fits, about) => find(() => mails.findLast(fits), about),
    close: () => new Promise((closed) => server.close(closed)),
  };
}

/** As a server answers that does not take a mail: `554 5.7.1 …`. */
const refused = (said: string): Error =>
  Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) });

interface Part {
  readonly headers: string;
  readonly body: string;
}

function parse(to: string, raw: string): ReceivedMail {
  const parts = leaves(split(raw));
  const of = (type: string) =>
    parts.find(
      ({ headers }) =>
        header(headers, "content-type").startsWith(type) &&
        !header(headers, "content-disposition").startsWith("attachment"),
    );
  return {
    to,
    subject: words(header(raw.slice(0, raw.indexOf("\r\n\r\n")), "subject")),
    text: textOf(of("text/plain")),
    html: textOf(of("text/html")),
    attachments: parts
      .filter(({ headers }) => header(headers, "content-disposition").startsWith("attachment"))
      .map(({ headers, body }) => ({
        name: /filename="?([^";]+)/.exec(header(headers, "content-disposition"))?.[1] ?? "",
        type: header(headers, "content-type").split(";")[0] ?? "",
        content: Buffer.from(body, "base64"),
      })),
    raw,
  };
}

function split(text: string): Part {
  const at = text.indexOf("\r\n\r\n");
  return { headers: text.slice(0, at), body: text.slice(at + 4) };
}

function leaves(part: Part): Part[] {
  const boundary = /boundary="?([^";\r\n]+)/.exec(header(part.headers, "content-type"))?.[1];
  if (!boundary) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((inner) => leaves(split(inner.replace(/^\r\n/, ""))));
}

function header(headers: string, name: string): string {
  const unfolded = headers.replace(/\r\n[ \t]+/g, " ");
  return new RegExp(`^${name}: (.*)$`, "im").exec(unfolded)?.[1] ?? "";
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`. */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?[^?]+\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B" ? Buffer.from(word, "base64").toString() : quoted(word.replaceAll("_", " ")),
    );
}

function textOf(part: Part | undefined): string {
  if (!part) return "";
  const encoding = header(part.headers, "content-transfer-encoding").toLowerCase();
  if (encoding === "base64") return Buffer.from(part.body, "base64").toString();
  return encoding === "quoted-printable" ? quoted(part.body.replace(/=\r\n/g, "")) : part.body;
}

function quoted(text: string): string {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");
}
