/**
 * Throws an error that names the required runtime if this one is too old. Tests for a feature, not
 * for the version of Node, because other runtimes report a version that is not theirs.
 */
if (typeof Map.groupBy !== 'function') {
  const node = globalThis.process?.versions?.node
  const versionText = node === undefined ? '' : `; this is Node ${node}`
  throw new Error(`agent-understudy needs Node 22.12 or newer, or a browser of 2024${versionText}.`)
}
