/**
 * Says what is missing in an old runtime, before a module fails at it. A feature is tested and not a
 * version: other runtimes than Node name versions of Node that are not theirs.
 */
if (typeof Map.groupBy !== 'function') {
  const node = globalThis.process?.versions?.node
  const found = node === undefined ? '' : `; this is Node ${node}`
  throw new Error(`agent-understudy needs Node 22.12 or newer, or a browser of 2024${found}.`)
}
