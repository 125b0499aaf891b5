/**
 * Throws an `Error` if the runtime lacks a function that the package needs: the newest are
 * `Map.groupBy` in Safari (17.4), and `Set` methods such as `union` in Chrome (122) and Firefox
 * (127). Without this check, a run would fail later with "… is not a function".
 */
export function refuseOldRuntime(): void {
  if ('groupBy' in Map && 'union' in Set.prototype) return
  throw new Error('agent-understudy needs Node 22.12 or newer, or a browser from July 2024 on.')
}
