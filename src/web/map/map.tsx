import { Trans } from "@lingui/react/macro";
import { lazyPart } from "#web/api/lazy-part.tsx";
import type { MapProps } from "./map-canvas.tsx";
import styles from "./map.module.css";

const Canvas = lazyPart(() => import("./map-canvas.tsx"), "MapCanvas", <div className={styles.map} aria-busy />);

/** A map of the world that needs no other server: `<WorldMap label={t`Locations`} marks={sites} />`. It fills its parent. */
export function WorldMap(props: MapProps) {
  if (!canDraw())
    return (
      <p className={styles.none}>
        <Trans>This browser draws no maps: WebGL is switched off or missing. Everything else works without.</Trans>
      </p>
    );
  return <Canvas {...props} />;
}

let isAble: boolean | undefined;

/** Asked once: each answer costs one of the few drawing contexts that a page has. */
function canDraw(): boolean {
  if (isAble === undefined) {
    const context = document.createElement("canvas").getContext("webgl2");
    isAble = context !== null;
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return isAble;
}
