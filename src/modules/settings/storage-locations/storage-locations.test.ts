import { conform } from "#main/testing/conform/conform.ts";
import { saved } from "#main/testing/records/orders.ts";
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
