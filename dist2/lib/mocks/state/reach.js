export const reached = { ok: true, error: null };
export const failed = (error) => ({ ok: false, error });
/**
 * Whether a host answers. Nothing is called: every host does, but for names under `.invalid`, which
 * are reserved for never resolving and so stand for what is down.
 */
export const reach = (host) => /(^|\.)invalid$/i.test(host) ? failed(`${host} could not be reached.`) : reached;
export const reachUrl = (url) => reach(new URL(url).hostname);
