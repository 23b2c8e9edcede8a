import { ActionIcon } from "@mantine/core";
import { useLingui } from "@lingui/react/macro";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import IconChevronUp from "@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs";
import { useEffect, useRef } from "react";
import { Row } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";

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
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={label}
        title={label}
        aria-disabled={!isPossible || undefined}
        opacity={isPossible ? 1 : 0.3}
        onClick={({ currentTarget }) => isPossible && move(currentTarget)}
      >
        {icon}
      </ActionIcon>
    );
  };
  return (
    <Row as="span" gap={1} isTight>
      {button(t`Move ${name} up`, at - 1, <IconChevronUp size={15} stroke={2} />)}
      {button(t`Move ${name} down`, at + 1, <IconChevronDown size={15} stroke={2} />)}
      <Text tone="dim" size="small">
        {at + 1}
      </Text>
    </Row>
  );
}
