import type { AssetFacts } from "./asset-checks.server.ts";
import { check, type Found } from "./check.server.ts";
import type { TripLoad } from "./trip-check.contract.ts";

/** A vehicle with what it may carry, and what a trip has for it; null where that is not known. */
export interface Carrier {
  readonly vehicleId: string;
  readonly unitNumber: string;
  readonly category: string;
  readonly curbWeightKg: string | null;
  readonly gcwrKg: string | null;
  readonly payloadKg: string | null;
  readonly cargoVolumeM3: string | null;
  readonly palletPositions: number | null;
  readonly loadKg: string | null;
  readonly loadM3: string | null;
  readonly loadPallets: number | null;
  /** Of some of what it carries the weight, or the volume, is not known. */
  readonly isPartOfKg: boolean;
  readonly isPartOfM3: boolean;
}
type Asset = Pick<AssetFacts, "assetNo" | "kind" | "tareKg" | "payloadKg" | "cargoVolumeM3">;

/** The sum, or nothing where one of them is not known: what is not known refuses nobody. */
function sum(numbers: readonly (string | number | null)[]): number | null {
  if (numbers.includes(null)) return null;
  return Number(numbers.reduce<number>((total, one) => total + Number(one), 0).toFixed(3));
}

/** What the vehicle carries with its trailers, and what of it is on them beside the goods: containers and equipment. */
function capacity(vehicle: Carrier, assets: readonly Asset[]) {
  const trailers = assets.filter(({ kind }) => kind === "trailer");
  const containers = assets.filter(({ kind }) => kind === "container");
  // What only pulls carries nothing itself: its own payload is what rests on it of the trailer.
  const own = (value: string | null) => (vehicle.category === "power_unit" && trailers.length > 0 ? "0" : value);
  // The room on a chassis is that of the container on it.
  const roomOf = ({ cargoVolumeM3 }: Asset) => cargoVolumeM3 ?? (containers.length > 0 ? "0" : null);
  return {
    kilograms: sum([own(vehicle.payloadKg), ...trailers.map(({ payloadKg }) => payloadKg)]),
    cubicMetres: sum([
      own(vehicle.cargoVolumeM3),
      ...trailers.map(roomOf),
      ...containers.map(({ cargoVolumeM3 }) => cargoVolumeM3),
    ]),
    // How many pallets a trailer takes is not kept of it.
    pallets: trailers.length + containers.length > 0 ? null : vehicle.palletPositions,
    packedKg: sum(assets.filter(({ kind }) => kind !== "trailer").map(({ tareKg }) => tareKg ?? 0)) ?? 0,
  };
}

const known = (value: string | number | null): number | null => (value === null ? null : Number(value));

/** What is on a vehicle and its trailers, and on the two together with what they weigh themselves. */
export function loadOf(vehicle: Carrier, assets: readonly Asset[]): TripLoad {
  const may = capacity(vehicle, assets);
  const weighs =
    assets.length > 0 ? sum([vehicle.curbWeightKg, vehicle.loadKg, ...assets.map(({ tareKg }) => tareKg)]) : null;
  return {
    kilograms: {
      has: vehicle.loadKg === null ? null : sum([vehicle.loadKg, may.packedKg]),
      isAtLeast: vehicle.isPartOfKg,
      may: may.kilograms,
    },
    cubicMetres: { has: known(vehicle.loadM3), isAtLeast: vehicle.isPartOfM3, may: may.cubicMetres },
    pallets: { has: vehicle.loadPallets, isAtLeast: false, may: may.pallets },
    combinationKilograms: { has: weighs, isAtLeast: vehicle.isPartOfKg, may: known(vehicle.gcwrKg) },
  };
}

const tooMuch = [
  ["too_heavy", "kilograms"],
  ["too_large", "cubicMetres"],
  ["too_many_pallets", "pallets"],
  ["combination_too_heavy", "combinationKilograms"],
] as const;

/** What is too much for a vehicle and its trailers, and for the two together. */
export function loadChecks(vehicle: Carrier, assets: readonly Asset[]): Found[] {
  const load = loadOf(vehicle, assets);
  const about = [vehicle.unitNumber, ...assets.map(({ assetNo }) => assetNo)].join(" + ");
  return tooMuch.flatMap(([code, kind]) => {
    const { has, may } = load[kind];
    return has !== null && may !== null && has > may
      ? [check(code, about, { vehicleId: vehicle.vehicleId, has: String(has), may: String(may) })]
      : [];
  });
}
