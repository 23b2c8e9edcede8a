import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { RouteShape } from "#shared/contract/contract.ts";
import { send } from "#web/api/api.ts";
import { newKey } from "#web/api/new-key.ts";
import { recordChanged } from "#web/list/data/cache.ts";
import type { Resource, Saved } from "#web/list/data/resource.ts";

interface StepRequest {
  route: RouteShape;
  record: Saved;
  input?: Record<string, unknown>;
}

/** Runs a step route on a record and puts the record it replies with into all lists. */
export function useStep(of: Resource, { quiet = false } = {}) {
  const client = useQueryClient();
  const mutationKey = [of.list.path, "step"];
  const mutation = useMutation({
    mutationKey,
    meta: { quiet },
    mutationFn: async ({ route, record, input = {} }: StepRequest) => {
      const takesVersion = "version" in (inputShape(route) ?? {});
      const body = { ...input, ...(takesVersion ? { version: record.version } : {}) };
      const reply = await send(route, { id: record.id, ...(route.body ? { body } : {}), idempotencyKey: newKey() });
      return reply as Saved | undefined; // steps reply with the record
    },
    onSuccess: (saved) => saved && recordChanged(client, of, saved),
  });
  /** Known at once, not with the next drawing: the second click of a double click sends nothing. */
  return { ...mutation, isRunning: () => client.isMutating({ mutationKey }) > 0 };
}

function inputShape(route: RouteShape): z.ZodRawShape | undefined {
  return route.body?.def.type === "object" ? (route.body as z.ZodObject).shape : undefined; // the tag names the class
}

/** What a person has to give for a step: its body without the version; null when there is nothing to give. */
export function inputOf(route: RouteShape): z.ZodObject | null {
  const { version: _, ...shape } = inputShape(route) ?? {};
  if (Object.keys(shape).length === 0) return null;
  const body = route.body as z.ZodObject; // inputShape found its shape
  return "version" in body.shape ? body.omit({ version: true }) : body;
}
