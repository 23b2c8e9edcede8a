const restMs = 60_000;

let last = performance.now();
const noteActivity = () => void (last = performance.now());
for (const event of ["pointerdown", "pointermove", "keydown", "wheel"])
  addEventListener(event, noteActivity, { passive: true, capture: true });

/** Whether nobody has touched this page for a minute: what it reads then keeps no session open. */
export const isIdle = (): boolean => performance.now() - last > restMs;
