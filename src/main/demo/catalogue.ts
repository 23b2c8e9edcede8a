/** What the demo company trades in: top category → branches → kinds of goods with their sizes. Names are made up. */
export interface DemoBranch {
  readonly name: string;
  readonly prefix: string;
  /** Base unit, unit of a pack, base units in it, and the price of one base unit, lowest and highest. */
  readonly unit: string;
  readonly pack: readonly [uom: string, holds: number];
  readonly price: readonly [number, number];
  readonly goods: readonly string[];
  readonly sizes: readonly string[];
  /** What a pack of each size holds, where that differs from size to size. */
  readonly packs?: readonly number[];
  readonly expires?: number;
}

/** Goods come again as another grade, until there are enough products. */
export const demoGrades = {
  food: ["", ", organic", ", fair trade", ", trade pack", ", private label"],
  other: ["", ", heavy duty", ", recycled", ", trade pack", ", private label"],
} as const;

export const demoCatalogue: readonly {
  readonly name: string;
  readonly grades: keyof typeof demoGrades;
  readonly branches: readonly DemoBranch[];
}[] = [
  {
    name: "Coffee and tea",
    grades: "food",
    branches: [
      {
        name: "Green coffee",
        prefix: "CF-GRN",
        unit: "KGM",
        pack: ["XBG", 60],
        price: [1.4, 4.9],
        goods: [
          "Santos NY2, green",
          "Huila Supremo, green",
          "Yirgacheffe G1, green",
          "Antigua SHB, green",
          "Sidamo G2, green",
          "Robusta Parchment 18",
          "Tarrazú SHB, green",
          "Nyeri AA, green",
        ],
        sizes: ["60 kg bag", "70 kg bag", "30 kg bag"],
        packs: [60, 70, 30],
      },
      {
        name: "Roasted coffee",
        prefix: "CF-RST",
        unit: "EA",
        pack: ["XCT", 12],
        price: [4.2, 9.8],
        goods: [
          "House espresso, whole bean",
          "Filter roast, ground",
          "Decaf Swiss Water",
          "Single estate, whole bean",
          "Crema, whole bean",
        ],
        sizes: ["250 g", "500 g", "1 kg"],
        expires: 365,
      },
      {
        name: "Tea",
        prefix: "TE-LSE",
        unit: "EA",
        pack: ["XCT", 20],
        price: [1.9, 6.5],
        goods: ["Assam breakfast", "Darjeeling first flush", "Sencha", "Peppermint", "Rooibos vanilla", "Earl Grey"],
        sizes: ["25 bags", "100 bags", "500 g loose"],
        expires: 720,
      },
    ],
  },
  {
    name: "Dry food",
    grades: "food",
    branches: [
      {
        name: "Pasta and rice",
        prefix: "DF-PAS",
        unit: "EA",
        pack: ["XCT", 24],
        price: [0.7, 2.9],
        goods: ["Spaghetti No. 5", "Penne rigate", "Fusilli", "Basmati rice", "Arborio rice", "Wholegrain rice"],
        sizes: ["500 g", "1 kg", "5 kg"],
        expires: 720,
      },
      {
        name: "Sugar and flour",
        prefix: "DF-SUG",
        unit: "EA",
        pack: ["XCT", 10],
        price: [0.6, 3.4],
        goods: ["Fine sugar", "Icing sugar", "Cane sugar, raw", "Wheat flour 550", "Spelt flour", "Rye flour"],
        sizes: ["1 kg", "5 kg", "25 kg sack"],
        expires: 540,
      },
      {
        name: "Tins and jars",
        prefix: "DF-TIN",
        unit: "EA",
        pack: ["XCT", 12],
        price: [0.8, 4.6],
        goods: [
          "Peeled tomatoes",
          "Chickpeas",
          "Kidney beans",
          "Sweetcorn",
          "Coconut milk",
          "Green olives",
          "Artichoke hearts",
        ],
        sizes: ["400 g", "800 g", "2.5 kg"],
        expires: 900,
      },
    ],
  },
  {
    name: "Chilled",
    grades: "food",
    branches: [
      {
        name: "Dairy",
        prefix: "CH-DAI",
        unit: "EA",
        pack: ["XCS", 12],
        price: [0.9, 7.9],
        goods: [
          "Whole milk",
          "Oat drink",
          "Butter, salted",
          "Greek yoghurt",
          "Mozzarella",
          "Aged Gouda",
          "Whipping cream",
        ],
        sizes: ["250 g", "1 l", "5 kg"],
        expires: 28,
      },
      {
        name: "Fish",
        prefix: "CH-FIS",
        unit: "KGM",
        pack: ["XBX", 10],
        price: [7.5, 28],
        goods: ["Salmon fillet", "Cod loin", "Prawns, peeled", "Mackerel, smoked"],
        sizes: ["10 kg box", "5 kg box"],
        packs: [10, 5],
        expires: 10,
      },
    ],
  },
  {
    name: "Packaging",
    grades: "other",
    branches: [
      {
        name: "Boxes and film",
        prefix: "PK-BOX",
        unit: "EA",
        pack: ["XPK", 25],
        price: [0.12, 3.2],
        goods: [
          "Folding box, single wall",
          "Folding box, double wall",
          "Stretch film, clear",
          "Bubble wrap",
          "Paper tape",
          "Kraft paper",
        ],
        sizes: ["S", "M", "L", "XL"],
      },
      {
        name: "Pallets and liners",
        prefix: "PK-PAL",
        unit: "EA",
        pack: ["XPX", 20],
        price: [1.2, 14],
        goods: [
          "Euro pallet EPAL 1",
          "Plastic pallet H1",
          "Jute liner, GrainPro",
          "Slip sheet",
          "Edge protector",
          "Corner board",
        ],
        sizes: ["new", "grade A", "grade B"],
      },
      {
        name: "Labels",
        prefix: "PK-LAB",
        unit: "EA",
        pack: ["XCT", 12],
        price: [3.1, 21],
        goods: [
          "Thermal label 100x150",
          "Thermal label 50x25",
          "GS1 pallet label A5",
          "Fragile sticker",
          "Ribbon, wax",
        ],
        sizes: ["roll of 500", "roll of 1000"],
      },
    ],
  },
  {
    name: "Hygiene",
    grades: "other",
    branches: [
      {
        name: "Cleaning",
        prefix: "HY-CLN",
        unit: "EA",
        pack: ["XCT", 6],
        price: [1.8, 19],
        goods: ["Floor cleaner", "Degreaser", "Glass cleaner", "Descaler", "Dish soap", "Hand soap"],
        sizes: ["1 l", "5 l", "10 l can"],
      },
      {
        name: "Paper and gloves",
        prefix: "HY-PAP",
        unit: "EA",
        pack: ["XCT", 10],
        price: [2.2, 15],
        goods: [
          "Nitrile gloves",
          "Vinyl gloves",
          "Hand towels, folded",
          "Toilet paper, 3 ply",
          "Wiping roll",
          "Hair nets",
        ],
        sizes: ["S", "M", "L"],
      },
    ],
  },
  {
    name: "Warehouse supplies",
    grades: "other",
    branches: [
      {
        name: "Scanning",
        prefix: "WS-SCN",
        unit: "EA",
        pack: ["XBX", 1],
        price: [38, 690],
        goods: ["Hand scanner, 2D", "Ring scanner", "Charging cradle", "Spare battery", "Label printer, mobile"],
        sizes: ["black", "with boot"],
      },
      {
        name: "Safety",
        prefix: "WS-SAF",
        unit: "EA",
        pack: ["XCT", 10],
        price: [1.1, 64],
        goods: ["Safety vest, yellow", "Safety shoes S3", "Hard hat", "Ear plugs", "Dock light", "Wheel chock"],
        sizes: ["S", "M", "L", "XL"],
      },
    ],
  },
];
