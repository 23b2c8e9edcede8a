import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { addIdleSource, stir } from "./idle.ts";
import { asProblem } from "./problem.ts";
import { onClean } from "./session.tsx";
import { toastProblem } from "../shell/notices/toasts.tsx";

declare module "@tanstack/react-query" {
  interface Register {
    /** `quiet`: the caller shows the failure itself, next to what failed. */
    queryMeta: {
      quiet?: boolean;
      /**
       * Kinds of records, beside those of its own address, whose changes it shows: loaded again when one of them
       * changes (live/changes.ts).
       */
      follows?: readonly string[] | undefined;
    };
    mutationMeta: { quiet?: boolean };
  }
}

/** A server that is only just away is asked again; what it refused is not. */
function shouldRetry(failures: number, error: unknown): boolean {
  const { status, code } = asProblem(error);
  return failures < 2 && (status === 503 || code === "offline");
}

/** All data of the server that the browser holds; emptied with the session. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.meta?.quiet !== true && toastProblem(error) }),
  mutationCache: new MutationCache({
    onMutate: () => stir(), // subscribers are told a task later
    onError: (error, _sent, _result, mutation) => mutation.meta?.quiet !== true && toastProblem(error),
  }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: shouldRetry },
    mutations: { networkMode: "always" }, // a write never waits unseen for the network: it fails, and the person decides
  },
});

addIdleSource(() => queryClient.isFetching() + queryClient.isMutating() > 0);
queryClient.getQueryCache().subscribe(stir);
queryClient.getMutationCache().subscribe(stir);

onClean(() => queryClient.clear());

/** Gives a page its server data; the shell has it, a public page that loads records wraps itself in it. */
export function DataProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
