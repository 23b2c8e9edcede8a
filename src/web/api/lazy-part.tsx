import { lazy, useState, type ComponentType, type ReactNode } from "react";
import { chunk } from "./chunk.ts";
import { LazyBoundary } from "./lazy-boundary.tsx";

/** A component of a module, which can be brought before it is drawn; what fails then is asked again. */
type Lazy<Module, Name extends keyof Module> = Module[Name] & { fetch: () => void };

/**
 * A component whose code comes when it is drawn first: `const Palette = lazyPart(() => import("./palette.tsx"), "Palette")`.
 * `Palette.fetch()` brings the code ahead, and then it is drawn at once.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
): Lazy<Module, Name> {
  const Inner = lazyPartWithin(load, name) as unknown as ComponentType & { fetch: () => void };
  const Part = (props: object) => (
    <LazyBoundary fallback={fallback}>
      <Inner {...props} />
    </LazyBoundary>
  );
  return Object.assign(Part, { fetch: Inner.fetch }) as unknown as Lazy<Module, Name>; // it takes the same properties
}

/** The same for parts that come together, within one `LazyBoundary` around all of them. */
export function lazyPartWithin<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Lazy<Module, Name> {
  let arrived: ComponentType | undefined;
  const bring = async () => (arrived = (await chunk(load))[name] as ComponentType); // the name is that of a component
  const Later = lazy(async () => ({ default: await bring() }));
  function Part(props: object) {
    const [Drawn] = useState(() => arrived ?? Later); // React would show what it has waited for up to 300 ms later
    return <Drawn {...props} />;
  }
  return Object.assign(Part, { fetch: () => void bring().catch(() => undefined) }) as unknown as Lazy<Module, Name>; // as above
}
