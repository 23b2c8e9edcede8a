/** Who the demo company buys from and who drives for it. Names are made up. */
export interface DemoTrader {
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly currency: string;
  /** Branches of the catalogue: what they make or deal in. */
  readonly sells: readonly string[];
}

const traders: readonly (readonly [name: string, city: string, country: string, currency: string, sells: string])[] = [
  ["Bremer Kaffee Kontor", "Bremen", "DE", "EUR", "CF-GRN CF-RST"],
  ["Van Dijk Zuivel", "Breda", "NL", "EUR", "CH-DAI"],
  ["Kestrel Packaging", "Leeds", "GB", "GBP", "PK-BOX"],
  ["Moulin Sainte-Claire", "Lille", "FR", "EUR", "DF-SUG"],
  ["Oliveira & Filhos", "Porto", "PT", "EUR", "DF-TIN"],
  ["Hofstede Kaas", "Gouda", "NL", "EUR", "CH-DAI"],
  ["Nordlys Seafood", "Tromsø", "NO", "NOK", "CH-FIS"],
  ["Verhaegen Conserven", "Gent", "BE", "EUR", "DF-TIN"],
  ["Altmark Zucker", "Stendal", "DE", "EUR", "DF-SUG"],
  ["Azienda Corvi", "Parma", "IT", "EUR", "DF-PAS"],
  ["Łódzka Tektura", "Łódź", "PL", "PLN", "PK-BOX"],
  ["Pacific Rim Teas", "Seattle", "US", "USD", "TE-LSE"],
  ["Blue Ridge Roasters", "Asheville", "US", "USD", "CF-RST"],
  ["Hudson Valley Dairy", "Albany", "US", "USD", "CH-DAI"],
  ["Müller Etiketten", "Nürnberg", "DE", "EUR", "PK-LAB"],
  ["Pallethandel Zuid", "Venlo", "NL", "EUR", "PK-PAL"],
  ["Conserveria Amalfi", "Salerno", "IT", "EUR", "DF-TIN DF-PAS"],
  ["Arroces Albufera", "Valencia", "ES", "EUR", "DF-PAS"],
  ["Sjøholm Fisk", "Bergen", "NO", "NOK", "CH-FIS"],
  ["Kyoto Leaf Trading", "Uji", "JP", "JPY", "TE-LSE"],
  ["Finca La Esperanza", "Pitalito", "CO", "USD", "CF-GRN"],
  ["Addis Coffee Exporters", "Addis Ababa", "ET", "USD", "CF-GRN"],
  ["Weber Reinigung", "Köln", "DE", "EUR", "HY-CLN"],
  ["Handschuh Krämer", "Solingen", "DE", "EUR", "HY-PAP WS-SAF"],
  ["Scantec Systems", "Eindhoven", "NL", "EUR", "WS-SCN"],
  ["Secura Workwear", "Antwerpen", "BE", "EUR", "WS-SAF"],
  ["Papierfabrik Lech", "Augsburg", "DE", "EUR", "HY-PAP PK-BOX"],
  ["Tulip Film & Foil", "Zwolle", "NL", "EUR", "PK-BOX"],
  ["Brightline Chemicals", "Hull", "GB", "GBP", "HY-CLN"],
  ["Prairie Mills", "Omaha", "US", "USD", "DF-SUG DF-PAS"],
  ["Minoterie du Rhône", "Lyon", "FR", "EUR", "DF-SUG"],
  ["Delfi Olives", "Kalamata", "GR", "EUR", "DF-TIN"],
  ["Jersey Shore Packaging", "Newark", "US", "USD", "PK-BOX PK-PAL"],
  ["Thames Label Works", "Reading", "GB", "GBP", "PK-LAB"],
  ["Gotthard Molkerei", "Luzern", "CH", "CHF", "CH-DAI"],
  ["Öresund Kaffe", "Malmö", "SE", "SEK", "CF-RST TE-LSE"],
  ["Smålands Pall", "Växjö", "SE", "SEK", "PK-PAL"],
  ["Rioja Conservas", "Logroño", "ES", "EUR", "DF-TIN"],
  ["Great Lakes Safety", "Cleveland", "US", "USD", "WS-SAF"],
  ["Danube Grain", "Győr", "HU", "EUR", "DF-SUG"],
];

export const demoTraders: readonly DemoTrader[] = traders.map(([name, city, country, currency, sells]) => ({
  name,
  city,
  country,
  currency,
  sells: sells.split(" "),
}));

/** What one unit of a currency costs in euros, in the demo. */
export const demoRates: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 0.92,
  GBP: 1.17,
  CHF: 1.04,
  NOK: 0.086,
  SEK: 0.089,
  PLN: 0.23,
  JPY: 0.0061,
};

/** In whole cents, öre or yen. */
export function priceIn(currency: string, euros: number): string {
  return (euros / (demoRates[currency] ?? 1)).toFixed(currency === "JPY" ? 0 : 2);
}

export const demoPeople = [
  "Anke Lührs",
  "Pieter Claes",
  "Marta Nowak",
  "João Reis",
  "Elin Strand",
  "Chiara Conti",
  "Luc Moreau",
  "Grace Adeyemi",
  "Tom Ellery",
  "Yuki Tanaka",
] as const;

/** Some drive in Europe, some in America. */
export const demoCarriers = [
  { name: "Van Loon Transport", drives: "EU" },
  { name: "Hanse Spedition", drives: "EU" },
  { name: "Nordfrakt", drives: "EU" },
  { name: "TransAlp Cargo", drives: "EU" },
  { name: "Garden State Freight", drives: "US" },
  { name: "Kuipers Koeltransport", drives: "EU" },
] as const;
