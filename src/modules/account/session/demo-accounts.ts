/** The users of the demo company, as the sign-in page offers them. They exist in the demo only. */
const demoPassword = "waybill-demo-2026";
export const demoAccounts = {
  password: demoPassword,
  accounts: [
    { email: "buyer@demo.example", name: "Ada Okoye", role: "Buyer", module: "Warehouse" },
    { email: "docks@demo.example", name: "Jonas Lindqvist", role: "Dock supervisor", module: "Warehouse" },
    { email: "receiver@demo.example", name: "Sjoerd Visser", role: "Receiver, on the phone", module: "Warehouse" },
    { email: "admin@demo.example", name: "Jolanda Mulder", role: "Company administrator", module: "All" },
    { email: "dispatcher@demo.example", name: "Tomasz Zieliński", role: "Dispatcher", module: "Fleet" },
    { email: "fleet@demo.example", name: "Marit de Boer", role: "Fleet manager", module: "Fleet" },
    { email: "driver@demo.example", name: "Tom Bakker", role: "Driver, on the phone", module: "Fleet" },
    { email: "viewer@demo.example", name: "Ines Marques", role: "Viewer", module: "Warehouse" },
    { email: "super@demo.example", name: "Sam Ferreira", role: "Super administrator", module: "All" },
  ],
};
