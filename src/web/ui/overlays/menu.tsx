import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import {
  cloneElement,
  createContext,
  use,
  useState,
  type ComponentProps,
  type ElementType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import { Floating, type Side } from "./floating.tsx";
import styles from "./floating.module.css";

interface MenuState {
  readonly anchor: HTMLElement | null;
  readonly side: Side;
  readonly width: number | undefined;
  readonly turn: (anchor: HTMLElement | null) => void;
}

const MenuContext = createContext<MenuState>({ anchor: null, side: "bottom-start", width: undefined, turn: () => {} });
const Choosing = createContext<{ value: string; onChange: (value: string) => void }>({ value: "", onChange: () => {} });

interface MenuProps {
  position?: Side;
  width?: number;
  children: ReactNode;
}

/** A menu under a button: `<Menu><Menu.Target><Button/></Menu.Target><Menu.Dropdown><Menu.Item onClick={…}/></Menu.Dropdown></Menu>`. */
export function Menu({ position = "bottom-start", width, children }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return <MenuContext value={{ anchor, side: position, width, turn: setAnchor }}>{children}</MenuContext>;
}

type Pressable = ReactElement<{
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
}>;

function Target({ children }: { children: Pressable }) {
  const { anchor, turn } = use(MenuContext);
  return cloneElement(children, {
    "aria-haspopup": "menu",
    "aria-expanded": anchor !== null,
    onClick: ({ currentTarget }) => turn(anchor ? null : currentTarget),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      turn(event.currentTarget);
    },
  });
}

function Dropdown({ children }: { children: ReactNode }) {
  const { anchor, side, width, turn } = use(MenuContext);
  return (
    anchor && (
      <Floating anchor={anchor} side={side} width={width} role="menu" onClose={() => turn(null)} onKeyDown={moveFocus}>
        {children}
      </Floating>
    )
  );
}

/** Arrows, Home and End, and the first letter go from item to item. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled)")];
  const now = items.findIndex((item) => item === document.activeElement);
  const startsSo = (item: HTMLElement) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(event.key.toLocaleLowerCase());
  const byKey: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: items[(now + 1) % items.length],
    ArrowUp: items.at((now - 1) % items.length),
    Home: items[0],
    End: items.at(-1),
  };
  const next =
    byKey[event.key] ??
    (event.key.length === 1 && event.key !== " " ? [...items.slice(now + 1), ...items].find(startsSo) : undefined);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface ItemProps<C extends ElementType> {
  /** What it is, if no button: a link. */
  component?: C;
  color?: "red";
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  children: ReactNode;
  onClick?: (event: MouseEvent) => unknown;
}

function Item<C extends ElementType = "button">({
  component,
  color,
  leftSection,
  rightSection,
  children,
  onClick,
  ...props
}: ItemProps<C> & Omit<ComponentProps<C>, keyof ItemProps<C>>) {
  const { turn } = use(MenuContext);
  const Kind: ElementType = component ?? "button";
  const choose = (event: MouseEvent) => {
    turn(null);
    onClick?.(event);
  };
  return (
    <Kind
      role="menuitem"
      tabIndex={-1}
      {...(component ? {} : { type: "button" })}
      {...props}
      className={`${styles.item} ${color ? styles[color] : ""}`}
      onClick={choose}
    >
      {leftSection}
      <span>{children}</span>
      {rightSection}
    </Kind>
  );
}

function RadioGroup({
  value,
  onChange,
  children,
}: {
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  return <Choosing value={{ value, onChange }}>{children}</Choosing>;
}

function RadioItem({ value, children }: { value: string; children: ReactNode }) {
  const group = use(Choosing);
  const isChosen = group.value === value;
  return (
    <Item
      role="menuitemradio"
      aria-checked={isChosen}
      rightSection={isChosen && <IconCheck size={14} stroke={2} />}
      onClick={() => group.onChange(value)}
    >
      {children}
    </Item>
  );
}

const Divider = () => <div role="separator" className={styles.divider} />;

Menu.Target = Target;
Menu.Dropdown = Dropdown;
Menu.Item = Item;
Menu.RadioGroup = RadioGroup;
Menu.RadioItem = RadioItem;
Menu.Divider = Divider;
