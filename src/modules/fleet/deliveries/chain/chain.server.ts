import { serve } from "#server/http/serve.ts";
import { readFleetDelivery } from "../deliveries.server.ts";
import { chainFacts } from "./chain-facts.server.ts";
import { waysOf } from "./chain-ways.server.ts";
import { deliveryChains } from "./chain.contract.ts";

export default serve(deliveryChains, {
  async chain(ctx, { id }) {
    await readFleetDelivery(ctx, { id });
    const facts = await chainFacts(ctx, id);
    const { orders, slot, stop, receipts } = facts;
    return { orders, slot, stop, receipts, ...(await waysOf(ctx, facts)) };
  },
});
