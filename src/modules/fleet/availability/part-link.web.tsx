import type { ReactNode } from "react";

interface PartLinkProps {
  /** The `id` of that part. */
  to: string;
  children: ReactNode;
}

/** Leads to another part of the same page, where what a verdict names is mended. */
export function PartLink({ to, children }: PartLinkProps) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault(); // the address stays that of the record
        document.getElementById(to)?.scrollIntoView({ block: "center" });
      }}
    >
      {children}
    </a>
  );
}
