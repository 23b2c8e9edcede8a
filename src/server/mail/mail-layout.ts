import { message, type Sentence } from "#shared/contract/problem.ts";
import { render } from "./language.ts";
import type { Language } from "./languages.ts";

/** What we say, or what a person wrote: that stays as it is. */
type Words = Sentence | { readonly written: string };

/** What a fact is called, and a name, number or day as the reader's language writes it. */
export type MailFact = readonly [label: Sentence, value: Sentence | string];

/** One design for every mail: what it is about, a few sentences, facts in a box, one button. Text and HTML say the same. */
export interface MailContent {
  readonly company: string;
  readonly title: Sentence;
  /** Left out: the title. */
  readonly subject?: Sentence;
  readonly paragraphs: readonly Words[];
  readonly facts?: readonly MailFact[];
  readonly button?: { readonly label: Sentence; readonly url: string };
  readonly foot?: Sentence;
  readonly attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const html = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Styles stand in each mail's elements: many mail programs read no others. */
const frame = "max-width:560px;margin:0 auto;background:#fff;border:1px solid #e6eaec;border-radius:10px";
const boxed = "margin:8px 0 16px;border:1px solid #d8dde0;border-radius:7px";
const labelled = "padding:6px 12px;font-size:12px;color:#5f686e;white-space:nowrap;vertical-align:top";
const pressed =
  "display:inline-block;padding:12px 20px;border-radius:6px;background:#006078;color:#fff;font-weight:600;text-decoration:none";

/** Subject and both bodies of a mail, in a language. */
export function layOutMail(content: MailContent, language: Language): { subject: string; text: string; html: string } {
  const said = (words: Words | string) =>
    typeof words === "object" && "written" in words ? words.written : render(words, language);
  const { company, button } = content;
  const title = said(content.title);
  const paragraphs = content.paragraphs.map(said);
  const facts = (content.facts ?? []).map(([label, value]) => [said(label), said(value)] as const);
  const foot = content.foot && said(content.foot);
  const from = said(message("{company}, by Waybill", { company }));
  return {
    subject: content.subject ? said(content.subject) : title,
    text: [
      title,
      "",
      ...paragraphs.flatMap((paragraph) => [paragraph, ""]),
      ...facts.map(([label, value]) => `${label}: ${value}`),
      ...(facts.length ? [""] : []),
      ...(button ? [`${said(button.label)}:`, button.url, ""] : []),
      ...(foot ? [foot, ""] : []),
      from,
    ].join("\n"),
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="color-scheme" content="light dark"><title>${html(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f2f4f5;font:15px/22px Inter,system-ui,sans-serif;color:#192025">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${frame}"><tr><td style="padding:24px">
<div style="font-size:13px;color:#5f686e">${html(company)}</div>
<h1 style="margin:4px 0 16px;font-size:20px;line-height:28px;font-weight:600">${html(title)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 12px">${html(paragraph)}</p>`).join("\n")}
${facts.length > 0 ? tableOf(facts) : ""}
${button ? `<p style="margin:20px 0"><a href="${html(button.url)}" style="${pressed}">${html(said(button.label))}</a></p>` : ""}
${foot ? `<p style="margin:16px 0 0;font-size:13px;color:#5f686e">${html(foot)}</p>` : ""}
</td></tr></table></body></html>`,
  };
}

/** What the mail says in pairs, each a row: mail programs lay out tables and little else. */
function tableOf(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="${labelled}">${html(label)}</td>` +
      `<td style="padding:6px 12px;font-weight:550">${html(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${boxed}">${rows.join("")}</table>`;
}
