/** Kind of record → the screen that shows one of them. */
export const pages: Readonly<Record<string, string>> = {
  carrier: "/warehouse/carriers/details",
  "delivery-schedule": "/warehouse/delivery-schedules/details",
  dock: "/warehouse/delivery-schedules/docks/details",
  issue: "/warehouse/issues/details",
  location: "/company-locations/details",
  product: "/warehouse/products/details",
  "purchase-order": "/warehouse/purchase-orders/details",
  receipt: "/warehouse/receipts/details",
  user: "/settings/users",
  vendor: "/warehouse/vendors/details",
};

/** Kinds of records that the list can be narrowed to. */
export const kinds = [...Object.keys(pages), "asset-type", "company", "company-export", "company-type", "dock-downtime", "product-category", "reference-value", "storage-location"].toSorted();

/** Actions that the list can be narrowed to: those that are asked for, not all that there are. */
export const actions = [
  "accessRefused", "amended", "approved", "archived", "backupStarted", "cancelled", "changeProposed", "closed", "confirmed", "created", "declined", "documentAttached", "documentRemoved",
  "activated", "entered", "downloaded", "erased", "exportAsked", "exported", "held", "invited", "joined", "left", "linkOpened", "passwordChanged", "posted", "removed", "reopened", "restored", "reversed", "roleAssigned", "roleRemoved",
  "secondFactorAdded", "secondFactorRemoved", "sent", "signInRefused", "signedIn", "signedOut", "submitted", "updated",
];
