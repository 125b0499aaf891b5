/** What a test of a connection says. */
export type Reached = { readonly ok: boolean; readonly error: string | null }

export const reached: Reached = { ok: true, error: null }
export const failed = (error: string): Reached => ({ ok: false, error })

/**
 * Whether a host answers. Nothing is called: every host does, but for names under `.invalid`, which
 * are reserved for never resolving and so stand for what is down.
 */
export const reach = (host: string): Reached =>
  /(^|\.)invalid$/i.test(host) ? failed(`${host} could not be reached.`) : reached

export const reachUrl = (url: string): Reached => reach(new URL(url).hostname)
