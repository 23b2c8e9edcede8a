import type { ReactNode } from "react";
import { Panel, Row, Section } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import styles from "./dashboard.module.css";

interface CardProps {
  title: ReactNode;
  /** Beside the title: how many, or in which order. */
  aside?: ReactNode;
  /** What is counted, in a sentence. */
  definition?: ReactNode;
  /** The list behind it. */
  more?: { href: string; label: string } | undefined;
  children: ReactNode;
}

/** A part of the dashboard: its rows, and the way to all of them. */
export function Card({ title, aside, definition, more, children }: CardProps) {
  return (
    <Panel pad="10px 14px 12px">
      <Section
        title={
          <Row as="span" justify="space-between" align="baseline">
            {title}
            {aside !== undefined && (
              <Text tone="dim" size="small" weight={400}>
                {aside}
              </Text>
            )}
          </Row>
        }
      >
        {children}
        {definition !== undefined && (
          <Text as="p" tone="dim" size="small">
            {definition}
          </Text>
        )}
        {more && (
          <p className={styles["more"]}>
            <a href={more.href}>{more.label}</a>
          </p>
        )}
      </Section>
    </Panel>
  );
}
