import { Parser } from "saxen";
import { damaged, tooLarge } from "./refusal.ts";

const deepest = 64;
/** Between two tags there is the text of one cell; Excel's longest has 32,767 characters. */
const longestText = 1_000_000;
const mostOfSmallPart = 8 * 1024 * 1024;

/** What somebody who reads XML wants to hear of; the names of tags come without their prefix. */
export interface XmlReader {
  /** Attributes are as they stand in the file; `decode` turns `&amp;` into `&`. */
  open(name: string, attributes: () => Readonly<Record<string, string>>, decode: (text: string) => string): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Asked before each piece: nothing further is parsed when it says so. */
  isDone?(): boolean;
}

/** Reads XML piece by piece in constant memory. Throws a Refusal for what is nested too deeply or defines entities of its own. */
export async function readXml(pieces: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const decoder = new TextDecoder();
  const xml = new BoundedParser(reader);
  // the rest still counts and has a checksum
  for await (const piece of pieces) if (!reader.isDone?.()) xml.write(decoder.decode(piece, { stream: true }));
  if (!reader.isDone?.()) xml.end(decoder.decode());
}

/** The same for a small part, taken as a whole: a tag that is cut in two can hide a `>` in its attributes from the parser. */
export async function readSmallXml(pieces: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const whole: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > mostOfSmallPart) throw tooLarge();
    whole.push(piece);
  }
  new BoundedParser(reader).end(new TextDecoder().decode(Buffer.concat(whole)));
}

class BoundedParser {
  readonly #parser = new Parser();
  #depth = 0;
  /** Characters since the last tag: what the parser has to hold. */
  #held = 0;

  constructor(reader: XmlReader) {
    this.#parser
      .on("openTag", (name, attributes, decode) => {
        this.#held = 0;
        this.#depth += 1;
        if (this.#depth > deepest) throw damaged();
        reader.open(bare(name), attributes, decode);
      })
      .on("closeTag", (name) => {
        this.#held = 0;
        this.#depth -= 1;
        reader.close?.(bare(name));
      })
      .on("text", (text, decode) => reader.text?.(decode(text)))
      .on("cdata", (text) => reader.text?.(text))
      .on("attention", () => {
        throw damaged(); // a document type: no spreadsheet has one, and it can define texts that double themselves
      })
      .on("error", (error) => {
        throw damaged(error);
      });
  }

  write(text: string): void {
    this.#held += text.length;
    if (this.#held > longestText) throw tooLarge();
    this.#parser.write(text);
  }

  end(text: string): void {
    this.#parser.write(text);
    this.#parser.end();
  }
}

const bare = (name: string): string => name.slice(name.indexOf(":") + 1);
