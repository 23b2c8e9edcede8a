import { defineModule } from "#shared/contract/module.ts";

export const fleet = defineModule({
  id: "fleet",
  title: "Fleet",
  screens: [
    {
      path: "/fleet/vehicles",
      title: "Vehicles",
      can: "CAN_VIEW_VEHICLES",
      menu: { group: "Fleet", icon: "truck" },
      find: {
        one: "Vehicle",
        icon: "truck",
        from: "/api/fleet/vehicles",
        label: "unitNumber",
        about: ["plateNumber", "typeName"],
      },
    },
    {
      path: "/fleet/vehicles/details",
      title: "Vehicle",
      can: "CAN_VIEW_VEHICLES",
      shows: "vehicle",
      keeps: ["vehicle-hold", "meter-reading"],
    },
    {
      path: "/fleet/vehicle-types",
      title: "Vehicle types",
      can: "CAN_VIEW_VEHICLES",
      menu: { group: "Registers", icon: "category" },
      keeps: ["vehicle-type"],
    },
    {
      path: "/fleet/vehicle-makers",
      title: "Vehicle makers",
      can: "CAN_VIEW_VEHICLES",
      menu: { group: "Registers", icon: "building" },
      keeps: ["vehicle-maker"],
    },
    {
      path: "/fleet/vehicle-models",
      title: "Vehicle models",
      can: "CAN_VIEW_VEHICLES",
      menu: { group: "Registers", icon: "list-details" },
      keeps: ["vehicle-model"],
    },
    {
      path: "/fleet/vehicle-statuses",
      title: "Vehicle statuses",
      can: "CAN_VIEW_VEHICLES",
      menu: { group: "Registers", icon: "checklist" },
      keeps: ["vehicle-status"],
    },
    {
      path: "/fleet/fuel-types",
      title: "Fuel types",
      can: "CAN_VIEW_VEHICLES",
      menu: { group: "Registers", icon: "gauge" },
      keeps: ["fuel-type"],
    },
    {
      path: "/fleet/drivers",
      title: "Drivers",
      can: ["CAN_VIEW_DRIVERS", "CAN_DRIVE"],
      imports: "driver",
      menu: { group: "Fleet", icon: "users" },
      find: {
        one: "Driver",
        icon: "users",
        from: "/api/fleet/drivers",
        label: "lastName",
        about: ["firstName", "employeeNo"],
      },
    },
    {
      path: "/fleet/drivers/details",
      title: "Driver",
      can: ["CAN_VIEW_DRIVERS", "CAN_DRIVE"],
      shows: "driver",
      keeps: ["driver-licence", "driver-qualification"],
    },
  ],
});
