/** What a delivery asks for. */
export interface Slot {
  readonly locationId: string;
  readonly direction: "inbound" | "outbound";
  /** Null: the first dock of the location that is free then. */
  readonly dockId: string | null;
  readonly plannedStart: string;
  readonly plannedEnd: string;
}

/**
 * How binding the location's rules are. `staff`: open hours bind, the lead time does not. `override`: nothing binds but
 * what is taken. `link`: everything binds, and other parties' deliveries are not named.
 */
export type Binding = "staff" | "override" | "link";
