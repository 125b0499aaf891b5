/**
 * Throws an error that names the required runtime if this one is too old. Tests for features, not
 * for the version of Node, because other runtimes report a version that is not theirs.
 */
if (!('groupBy' in Map && 'union' in Set.prototype)) {
  const node = globalThis.process?.versions?.node
  throw new Error(
    `agent-understudy needs Node 22.12 or newer, or a browser from July 2024 on.${node ? ` This is Node ${node}.` : ''}`,
  )
}
