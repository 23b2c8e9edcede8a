import { buildApp } from "#main/app.ts";
import { Client, testPassword } from "#main/testing/test-app.ts";

export interface StartedOver {
  readonly client: Client;
  close(): Promise<void>;
}

/**
 * The product over a database that is there, such as a restored one, without mails and web: `const { client, close } = await
 * startOver({ url, dataDir }, { email: "super-admin@alpha.example" })`. The client is signed in where an address is given;
 * without `jobs` nothing runs in the background.
 */
export async function startOver(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  { email, password = testPassword, jobs = false }: { email?: string; password?: string; jobs?: boolean } = {},
): Promise<StartedOver> {
  const app = await buildApp({
    databaseUrl: url,
    appUrl: "http://127.0.0.1:4400",
    dataDir,
    smtpUrl: null,
    demo: false,
    jobs,
    webFolder: null,
    log: "silent",
  });
  const client = new Client(app);
  const close = () => app.close();
  if (email === undefined) return { client, close };
  const { status, text } = await client.signIn(email, password);
  if (status === 200) return { client, close };
  await close();
  throw new Error(`${email} could not sign in: ${text}`);
}
