import { conform } from "#server/testing/conform.ts";
import { saved } from "#server/testing/orders.ts";
import { storageLocations } from "./storage-locations.contract.ts";

conform(storageLocations, {
  name: "storage locations",
  valid: async (n, admin) => ({
    locationId: (
      await saved(admin.post("/api/settings/locations", { code: `L-${n}`, name: `Site ${n}`, timezone: "UTC" }))
    ).id,
    code: `A-${n}`,
    barcode: `B ${n}`,
  }),
  change: { kind: "staging" },
  text: "barcode",
});
