import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/api.ts";
import { recordAdded, recordChanged } from "#web/list/data/cache.ts";
import type { RecordOf, Resource } from "#web/list/data/resource.ts";

interface SaveRequest {
  /** The record that is changed, as it was read; null writes a new one. */
  record: { id: string; version: number } | null;
  input: Record<string, unknown>;
  /** One per intent, so that a second try does not write twice. */
  idempotencyKey: string;
}

/**
 * Writes a record, new or changed, and puts the answer into all lists: `const save = useSave(vendors)`. Its failures
 * are the caller's to show.
 */
export function useSave<R extends Resource>(of: R) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ record, input, idempotencyKey }: SaveRequest) => {
      const route = record ? of.update : of.create;
      if (!route) throw new Error(`${of.list.path} cannot be written.`);
      const body = record ? { ...input, version: record.version } : input;
      // both reply with the record
      return (await call(route, { ...(record ? { id: record.id } : {}), body, idempotencyKey })) as RecordOf<R>;
    },
    onSuccess: (saved, { record }) => (record ? recordChanged(client, of, saved) : recordAdded(client, of, saved)),
  });
}
