import type { StatusStyles } from "#web/ui/status/chip.tsx";
import type { Document } from "./documents.contract.ts";

export const documentStatusStyles: StatusStyles<Document["status"]> = {
  pending: "wait",
  verified: "done",
  rejected: "bad",
  revoked: "ended",
};

export const validityStyles: StatusStyles<Document["validity"]> = {
  not_yet_valid: "draft",
  valid: "open",
  expiring: "warn",
  expired: "bad",
  superseded: "ended",
};
