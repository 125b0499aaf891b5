/**
 * Throws an `Error` if the runtime lacks a function that the package needs, of which `Map.groupBy`
 * is the newest. Without this check, a run would fail later with "… is not a function".
 */
export function refuseOldRuntime(what: string): void {
  if ('groupBy' in Map) return
  throw new Error(
    `This runtime is too old for ${what}: use Node 22.12 or newer, or a browser from 2024 on.`,
  )
}
