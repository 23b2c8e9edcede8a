import { Trans } from "@lingui/react/macro";
import { hasAbility } from "#shared/flow/abilities.ts";
import { useMay } from "#web/api/session.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { assets } from "../../assets/assets.contract.ts";
import { PartLink, WayLink } from "../../availability/part-link.web.tsx";
import { fleetDeliveries } from "../../deliveries/deliveries.contract.ts";
import { drivers } from "../../drivers/drivers.contract.ts";
import { vehicles } from "../../vehicles/vehicles.contract.ts";
import type { Trip } from "../trips.contract.ts";
import { isOfLoad, type TripCheck } from "./trip-check.contract.ts";

export const tripDocuments = "documents";

/** The way to where one of the checks of a trip is mended: the page of whom it is about, its planner, its own documents. */
export function CheckWay({ trip, check }: { trip: Trip; check: TripCheck }) {
  const may = useMay();
  const { vehicleId, driverId, assetId, deliveryId, code } = check;
  if (driverId !== null && may(drivers.read.can))
    return (
      <WayLink href={recordHref("/fleet/drivers/details", driverId)}>
        {code === "licence_missing" || code === "licence_ends" ? (
          <Trans>Their licences</Trans>
        ) : code === "driver_not_available" ? (
          <Trans>Their absences</Trans>
        ) : code === "document_missing" || code === "no_dangerous_goods_certificate" ? (
          <Trans>Their documents</Trans>
        ) : (
          <Trans>Open the driver</Trans>
        )}
      </WayLink>
    );
  if (isOfLoad(check))
    return hasAbility(trip, "edit") ? (
      <WayLink href={recordHref("/fleet/trips/plan", trip.id)}>
        <Trans>Change the load in the planner</Trans>
      </WayLink>
    ) : null;
  if (vehicleId !== null && may(vehicles.read.can))
    return (
      <WayLink href={recordHref("/fleet/vehicles/details", vehicleId)}>
        {code === "vehicle_document_ends" ? <Trans>Its documents</Trans> : <Trans>Open the vehicle</Trans>}
      </WayLink>
    );
  if (assetId !== null && may(assets.read.can))
    return (
      <WayLink href={recordHref("/fleet/assets/details", assetId)}>
        <Trans>Open the asset</Trans>
      </WayLink>
    );
  if (deliveryId !== null && may(fleetDeliveries.read.can))
    return (
      <WayLink href={recordHref("/fleet/deliveries/details", deliveryId)}>
        <Trans>Open the delivery</Trans>
      </WayLink>
    );
  const isOfTrip = [vehicleId, driverId, assetId, deliveryId].every((id) => id === null) && code === "document_missing";
  return isOfTrip ? (
    <PartLink to={tripDocuments}>
      <Trans>Its documents</Trans>
    </PartLink>
  ) : null;
}
