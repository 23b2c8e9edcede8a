import IconAlertTriangle from "@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs";
import IconArrowsExchange from "@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs";
import IconBox from "@tabler/icons-react/dist/esm/icons/IconBox.mjs";
import IconBuilding from "@tabler/icons-react/dist/esm/icons/IconBuilding.mjs";
import IconBuildingStore from "@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs";
import IconCalendarTime from "@tabler/icons-react/dist/esm/icons/IconCalendarTime.mjs";
import IconCategory from "@tabler/icons-react/dist/esm/icons/IconCategory.mjs";
import IconChecklist from "@tabler/icons-react/dist/esm/icons/IconChecklist.mjs";
import IconCircle from "@tabler/icons-react/dist/esm/icons/IconCircle.mjs";
import IconClipboardList from "@tabler/icons-react/dist/esm/icons/IconClipboardList.mjs";
import IconCode from "@tabler/icons-react/dist/esm/icons/IconCode.mjs";
import IconDatabaseExport from "@tabler/icons-react/dist/esm/icons/IconDatabaseExport.mjs";
import IconDoor from "@tabler/icons-react/dist/esm/icons/IconDoor.mjs";
import IconFileImport from "@tabler/icons-react/dist/esm/icons/IconFileImport.mjs";
import IconGauge from "@tabler/icons-react/dist/esm/icons/IconGauge.mjs";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconListCheck from "@tabler/icons-react/dist/esm/icons/IconListCheck.mjs";
import IconListDetails from "@tabler/icons-react/dist/esm/icons/IconListDetails.mjs";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import IconMapPin from "@tabler/icons-react/dist/esm/icons/IconMapPin.mjs";
import IconPackage from "@tabler/icons-react/dist/esm/icons/IconPackage.mjs";
import IconPackageImport from "@tabler/icons-react/dist/esm/icons/IconPackageImport.mjs";
import IconScan from "@tabler/icons-react/dist/esm/icons/IconScan.mjs";
import IconStack2 from "@tabler/icons-react/dist/esm/icons/IconStack2.mjs";
import IconTruck from "@tabler/icons-react/dist/esm/icons/IconTruck.mjs";
import IconTruckDelivery from "@tabler/icons-react/dist/esm/icons/IconTruckDelivery.mjs";
import IconUserShield from "@tabler/icons-react/dist/esm/icons/IconUserShield.mjs";
import IconUsers from "@tabler/icons-react/dist/esm/icons/IconUsers.mjs";
import type { ReactElement } from "react";

const look = { size: 16, stroke: 1.7 };

/** The names that a screen's `menu.icon` may have. */
const icons: Readonly<Record<string, ReactElement>> = {
  "alert-triangle": <IconAlertTriangle {...look} />,
  "arrows-exchange": <IconArrowsExchange {...look} />,
  box: <IconBox {...look} />,
  building: <IconBuilding {...look} />,
  "building-store": <IconBuildingStore {...look} />,
  "calendar-time": <IconCalendarTime {...look} />,
  category: <IconCategory {...look} />,
  checklist: <IconChecklist {...look} />,
  "clipboard-list": <IconClipboardList {...look} />,
  code: <IconCode {...look} />,
  "database-export": <IconDatabaseExport {...look} />,
  door: <IconDoor {...look} />,
  "file-import": <IconFileImport {...look} />,
  gauge: <IconGauge {...look} />,
  history: <IconHistory {...look} />,
  "list-check": <IconListCheck {...look} />,
  "list-details": <IconListDetails {...look} />,
  mail: <IconMail {...look} />,
  "map-pin": <IconMapPin {...look} />,
  package: <IconPackage {...look} />,
  "package-import": <IconPackageImport {...look} />,
  scan: <IconScan {...look} />,
  "stack-2": <IconStack2 {...look} />,
  truck: <IconTruck {...look} />,
  "truck-delivery": <IconTruckDelivery {...look} />,
  "user-shield": <IconUserShield {...look} />,
  users: <IconUsers {...look} />,
};

export function menuIcon(name: string | null): ReactElement {
  return icons[name ?? ""] ?? <IconCircle {...look} />;
}
