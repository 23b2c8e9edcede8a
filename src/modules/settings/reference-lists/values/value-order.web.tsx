import { useLingui } from "@lingui/react/macro";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import IconChevronUp from "@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs";
import { useEffect, useRef } from "react";
import styles from "./values.module.css";

interface ValueOrderProps {
  name: string;
  at: number;
  last: number;
  onMove: (to: number) => void;
}

/** Two buttons that put a value one place up or down; the focus goes with it, so that it can be pressed again. */
export function ValueOrder({ name, at, last, onMove }: ValueOrderProps) {
  const { t } = useLingui();
  const pressed = useRef<HTMLButtonElement | null>(null);
  useEffect(() => {
    pressed.current?.focus(); // a row that changes its place loses the focus
    pressed.current = null;
  }, [at]);
  const button = (label: string, to: number, icon: React.ReactNode) => {
    const isPossible = to >= 0 && to <= last;
    const move = (element: HTMLButtonElement) => {
      pressed.current = element;
      onMove(to);
    };
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-disabled={!isPossible || undefined}
        onClick={({ currentTarget }) => isPossible && move(currentTarget)}
      >
        {icon}
      </button>
    );
  };
  return (
    <span className={styles.order}>
      {button(t`Move ${name} up`, at - 1, <IconChevronUp size={15} stroke={2} />)}
      {button(t`Move ${name} down`, at + 1, <IconChevronDown size={15} stroke={2} />)}
      <small>{at + 1}</small>
    </span>
  );
}
