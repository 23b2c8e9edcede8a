import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { recordInLists, recordKey } from "./cache.ts";
import type { RecordOf, Resource } from "./resource.ts";

/** One record; what a list already holds of it is shown while it is read: `const { record } = useRecord(vendors, id)`. */
export function useRecord<R extends Resource>(of: R, id: string | null) {
  const client = useQueryClient();
  const result = useQuery({
    queryKey: recordKey(of, id ?? ""),
    queryFn: async ({ signal }) => (await call(of.read, { id: id ?? "", signal })) as RecordOf<R>, // the reply of `read`
    enabled: id !== null,
    meta: { quiet: true, follows: of.read.reads },
    // lists hold the same records; React Query cannot see that RecordOf is no function
    placeholderData: (() => (id === null ? undefined : recordInLists(client, of, id))) as () => undefined,
  });
  return {
    record: result.data ?? null,
    /** What a list knew; the newest is on its way. */
    isPlaceholder: result.isPlaceholderData,
    problem: result.error ? asProblem(result.error) : null,
    retry: () => void result.refetch(),
  };
}
