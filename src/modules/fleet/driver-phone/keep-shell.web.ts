/**
 * From the second start on this page opens without the server: a worker keeps the program. It is asked for once the first
 * screen stands, and by drivers alone. A newer one takes over here, where nothing of the older is needed any more.
 */
export function keepShell(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // secure contexts have it
  void workers
    ?.register("/worker.js")
    .then(({ waiting, installing }) => {
      waiting?.postMessage("take over");
      installing?.addEventListener("statechange", () => {
        if (installing.state === "installed") installing.postMessage("take over");
      });
    })
    .catch(() => undefined); // then it is as without one: with the server alone
  const storage = navigator.storage as StorageManager | undefined;
  void storage?.persist().catch(() => false); // whatever the browser clears for room, not this
}
