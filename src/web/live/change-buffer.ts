import { begin } from "#web/api/idle.ts";
import { queryClient } from "#web/api/query.tsx";
import { reloadUser } from "#web/api/session.tsx";
import { applyChanges } from "./changes.ts";

/** One thing that happened to a record. */
export interface ChangeNotice {
  readonly entity: string;
  readonly id: string;
  readonly at: string;
}

const bufferMs = 500;
const countsEveryMs = 30_000;

/** Keeps what is told for half a second, so that much at once is read at once; the counts of the menu follow at most every half minute. */
export class ChangeBuffer {
  #changes = new Map<string, Map<string, Set<string>>>();
  /** What is gathered will be read, so the page is not idle; the counts may be half a minute away, and are not waited for. */
  #end = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #countsTimer: ReturnType<typeof setTimeout> | undefined;
  #countedAt = 0;

  add({ entity, id, at }: ChangeNotice): void {
    const ids = this.#changes.get(entity) ?? new Map<string, Set<string>>();
    this.#changes.set(entity, ids.set(id, (ids.get(id) ?? new Set()).add(at)));
    if (this.#timer === undefined) {
      this.#end = begin();
      this.#timer = setTimeout(() => this.#apply(), bufferMs);
    }
    this.#countsTimer ??= setTimeout(
      () => this.#count(),
      Math.max(bufferMs, this.#countedAt + countsEveryMs - Date.now()),
    );
  }

  #apply(): void {
    this.#timer = undefined;
    const changes = this.#changes;
    this.#changes = new Map();
    void applyChanges(queryClient, changes).finally(this.#end);
  }

  #count(): void {
    this.#countsTimer = undefined;
    this.#countedAt = Date.now();
    void reloadUser().catch(() => undefined); // the menu is behind until the next change, which harms nothing
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#end();
    clearTimeout(this.#countsTimer);
  }
}
