/** The part of smtp-server that tests use; the package brings no types. */
declare module "smtp-server" {
  import type { AddressInfo } from "node:net";
  import type { Readable } from "node:stream";

  interface Session {
    readonly envelope: { readonly rcptTo: readonly { readonly address: string }[] };
  }
  interface Options {
    readonly authOptional: boolean;
    readonly disabledCommands?: readonly string[];
    onData(stream: Readable, session: Session, done: (error?: Error) => void): void;
  }
  export class SMTPServer {
    constructor(options: Options);
    readonly server: { address(): AddressInfo };
    listen(port: number, host: string, ready: () => void): void;
    close(closed: () => void): void;
  }
}
