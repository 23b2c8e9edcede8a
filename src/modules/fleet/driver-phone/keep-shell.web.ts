/** The screen that opens without the server; no other one has to do with the worker. */
const scope = "/fleet/my-trips";

/**
 * From the second start on this page opens without the server: a worker keeps the program. It is asked for once the first
 * screen stands, and by drivers alone. A newer one takes over here, where nothing of the older is needed any more.
 * Installed from here, the program starts here.
 *
 * It answers for this screen only (decision 0047): Chromium loses, now and then, a script that a page asks for through a
 * worker while another page of the same window is left.
 */
export function keepShell(): void {
  document.querySelector("link[rel=manifest]")?.setAttribute("href", "/driver.webmanifest");
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // secure contexts have it
  void workers
    ?.register("/worker.js", { scope })
    .then(async (kept) => {
      await kept.update().catch(() => undefined); // without the server it stays as it is
      for (const newer of [kept.waiting, kept.installing]) if (newer) letTakeOver(newer);
      // What is told while the older one is at work is lost now and then.
      setInterval(() => kept.waiting?.postMessage("take over"), 20_000);
      return workers.getRegistrations();
    })
    .then((all) =>
      Promise.all(all.filter((one) => new URL(one.scope).pathname !== scope).map((one) => one.unregister())),
    )
    .catch(() => undefined); // then it is as without one: with the server alone
  const storage = navigator.storage as StorageManager | undefined;
  void storage?.persist().catch(() => false); // whatever the browser clears for room, not this
}

/** Now where it is ready, else as soon as it is. */
function letTakeOver(newer: ServiceWorker): void {
  const tell = () => {
    if (newer.state !== "installed") return;
    newer.removeEventListener("statechange", tell);
    newer.postMessage("take over");
  };
  newer.addEventListener("statechange", tell);
  tell();
}
