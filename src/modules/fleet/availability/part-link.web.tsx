import type { ReactNode } from "react";
import { Text } from "#web/ui/layout/text.tsx";

interface WayLinkProps {
  href: string;
  children: ReactNode;
}

/** Leads from what a verdict names to the page where that is mended. */
export const WayLink = ({ href, children }: WayLinkProps) => (
  <Text as="a" tone="link" weight={600} href={href}>
    {children}
  </Text>
);

interface PartLinkProps {
  /** The `id` of that part. */
  to: string;
  children: ReactNode;
}

/** The same to another part of the same page. */
export function PartLink({ to, children }: PartLinkProps) {
  return (
    <Text
      as="a"
      tone="link"
      weight={600}
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault(); // the address stays that of the record
        document.getElementById(to)?.scrollIntoView({ block: "center" });
      }}
    >
      {children}
    </Text>
  );
}
