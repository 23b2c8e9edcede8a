/** A backup that cannot be restored here; nothing was changed. */
export class RestoreError extends Error {}
