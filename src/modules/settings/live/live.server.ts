import { serve } from "#server/http/serve.ts";
import { live } from "./live.contract.ts";

export default serve(live, {
  async follow({ app, user, request, reply }, { query }) {
    if (!user) return; // `can` lets nobody else in
    const { accept, "last-event-id": last } = request.headers;
    const after = typeof last === "string" ? last : query.after;
    await app.streams.open(user, reply, { after, follows: accept?.includes("text/event-stream") === true });
  },
});
