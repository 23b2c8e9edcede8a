import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";

/** Mantine's menu together with its style, which loads where menus are used. */
export { Menu } from "@mantine/core";
