/** Whether only this machine can reach what is at an address, or at the host of a URL. */
export const isLoopback = (host) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
