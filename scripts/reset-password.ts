/** `npm run reset-password -- ADDRESS`: prints a link to choose a new password, while Waybill runs or not. */
import { resetLink } from "#main/reset-link.ts";
import { withDatabase } from "#main/with-database.ts";

const address = process.argv[2];

if (address) {
  await withDatabase({}, async ({ url, appUrl }) => {
    const link = await resetLink(url, appUrl, address);
    if (link) console.log(`This link, good for an hour and for one use, sets a new password for ${address}:\n${link}`);
    else {
      console.error(`Nobody signs in with ${address}: there is no such account, or it is suspended or was removed.`);
      process.exitCode = 1;
    }
  });
} else {
  console.error("Say for whom: npm run reset-password -- ada@example.com");
  process.exitCode = 1;
}
