/** Whether only this machine can reach a server at this host; an address of IPv6 with or without its brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
}
