/**
 * Names the feature that an old runtime lacks, before a module fails without it. Tests the feature,
 * not the version, because other runtimes report a version of Node that is not theirs.
 */
if (typeof Map.groupBy !== 'function') {
  const node = globalThis.process?.versions?.node
  const versionText = node === undefined ? '' : `; this is Node ${node}`
  throw new Error(`agent-understudy needs Node 22.12 or newer, or a browser of 2024${versionText}.`)
}
