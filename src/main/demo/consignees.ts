/** To whom the own fleet brings, and where that is. */
export interface Consignee {
  readonly name: string;
  readonly address: string;
  readonly latitude: string;
  readonly longitude: string;
}

const at = (name: string, address: string, latitude: string, longitude: string): Consignee => ({
  name,
  address,
  latitude,
  longitude,
});

export const consignees = {
  bakery: at("Bakkerij Van Dael", "Markt 14, 4811 XR Breda", "51.588700", "4.775900"),
  builders: at("Hofkens Bouwmaterialen", "Steenweg 210, 2300 Turnhout", "51.322700", "4.938600"),
  nursery: at("Kwekerij De Linde", "Lindelaan 3, 5688 GH Oirschot", "51.505000", "5.307600"),
  pharmacy: at("Apotheek Sint-Jan", "Kerkstraat 51, 5211 KB 's-Hertogenbosch", "51.688900", "5.303700"),
  metalworks: at("Metaalwerken Claes", "Industrieweg 88, 3980 Tessenderlo", "51.065800", "5.088600"),
  grocer: at("Supermarkt Boons", "Dorpsstraat 9, 2910 Essen", "51.466700", "4.466700"),
  garden: at("Tuincentrum Osdorp", "Ringbaan 112, 5025 SB Tilburg", "51.560600", "5.091900"),
  printer: at("Drukkerij Maes", "Havenlaan 40, 2030 Antwerpen", "51.260000", "4.390000"),
};

/** In the order in which trips come to them: each is near the one before, and the last near the first. */
export const inTurn: readonly [Consignee, ...Consignee[]] = [
  consignees.bakery,
  consignees.grocer,
  consignees.printer,
  consignees.builders,
  consignees.metalworks,
  consignees.nursery,
  consignees.pharmacy,
  consignees.garden,
];
