import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReplyOf, RouteShape } from "#shared/contract/contract.ts";
import { call, send } from "#web/api/api.ts";
import { asProblem, type WebProblem } from "#web/api/problem.ts";

/** What became of a link that is over, as the server tells its holder. */
export interface LinkOver {
  readonly state: string;
  readonly at: string | null;
  readonly usedFor: string | null;
  readonly byName: string | null;
  readonly recipient?: string;
}

interface LinkPage<R extends RouteShape> {
  readonly record: ReplyOf<R> | undefined;
  readonly problem: WebProblem | null;
  /** Set when the link is true, but over. */
  readonly over: LinkOver | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Has the new link mailed to the address that the old one went to. */
  readonly renew: () => Promise<void>;
}

const opening = { method: "POST", path: "/api/links/open", transaction: "none" } as const;
const renewing = { method: "POST", path: "/api/links/renew", transaction: "none" } as const;

/**
 * A by-link page: takes the secret out of the address, where no log and no Referer sees it, exchanges it for a cookie of
 * 30 minutes, and reads the record. Opening the page changes nothing. Reloaded within that time it still works.
 */
export function useLinkPage<R extends RouteShape>(page: string, subjectId: string, read: R): LinkPage<R> {
  const [secret] = useState(takeSecret);
  const query = useQuery({
    queryKey: ["link", page, subjectId],
    queryFn: async ({ signal }) => {
      if (secret !== null) await send(opening, { body: { page, subjectId, secret } });
      return call(read, { id: subjectId, signal } as never); // the path has one parameter, the record's id
    },
    retry: false,
    meta: { quiet: true },
    staleTime: Infinity,
  });
  const problem = query.error ? asProblem(query.error) : null;
  return {
    record: query.data,
    problem,
    over:
      problem?.code === "link_over"
        ? ((problem.details ?? { state: "over", at: null, usedFor: null, byName: null }) as LinkOver)
        : null, // the server's `gone()` of a link
    isLoading: query.isPending,
    reload: () => void query.refetch(),
    async renew() {
      if (secret !== null) await send(renewing, { body: { page, subjectId, secret } });
    },
  };
}

/** Reads `#t=…` once and drops it from the address bar and the history; the tab remembers it for a reload. */
function takeSecret(): string | null {
  const entry = `waybill-link:${location.pathname}`;
  const given = new URLSearchParams(location.hash.slice(1)).get("t");
  if (given !== null) {
    sessionStorage.setItem(entry, given);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return given ?? sessionStorage.getItem(entry);
}
