/** What we use of saxen, which comes without types. */
declare module "saxen" {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: "openTag",
      handler: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this;
    on(event: "closeTag", handler: (name: string) => void): this;
    on(event: "text", handler: (text: string, decode: Decode) => void): this;
    on(event: "cdata", handler: (text: string) => void): this;
    on(event: "attention", handler: (text: string) => void): this;
    on(event: "error", handler: (error: Error) => void): this;
    write(xml: string): this;
    end(): Error | null;
  }
}
