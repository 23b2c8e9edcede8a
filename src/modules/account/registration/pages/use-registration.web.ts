import { useQuery } from "@tanstack/react-query";
import { send } from "#web/api/api.ts";
import { reloadUser } from "#web/api/session.tsx";

/** The details of a company as they are typed. */
export type Details = Record<
  | "legalName"
  | "companyTypeId"
  | "taxId"
  | "phone"
  | "addressLine1"
  | "addressLine2"
  | "postalCode"
  | "city"
  | "region"
  | "countryCode"
  | "defaultCurrency"
  | "timezone",
  string
>;

/** How far the own registration is: the reply of `GET /api/auth/registration`. */
export interface Registration {
  readonly state: "registering" | "pending" | "rejected" | "active" | "inactive";
  readonly draft: Partial<Details>;
  readonly companyTypes: readonly { readonly id: string; readonly name: string }[];
  readonly submittedAt: string | null;
  readonly rejectionReason: string | null;
}

const path = "/api/auth/registration";
const askEveryMs = 10_000;

async function read(): Promise<Registration | null> {
  const reply = await send({ method: "GET", path });
  return (reply as { registration: Registration | null }).registration; // the reply of this route
}

/** The own registration, as it was when the page opened; what is typed then is not read again under one's hands. */
export const useRegistration = () => useQuery({ queryKey: [path], queryFn: read, staleTime: Infinity, gcTime: 0 });

/** The same while it waits: asked again every ten seconds that the page is seen, with the user, whom an approval changes. */
export const useWaitingRegistration = () =>
  useQuery({
    queryKey: [path, "waiting"],
    async queryFn() {
      await reloadUser();
      return read();
    },
    refetchInterval: askEveryMs,
    staleTime: 0,
    gcTime: 0,
  });

export const saveDraft = (details: Details) => send({ method: "PUT", path: `${path}/draft` }, { body: details });
export const sendIn = (details: Details) => send({ method: "POST", path: `${path}/submit` }, { body: details });
export const takeBack = () => send({ method: "POST", path: `${path}/reopen` });
