/**
 * The console of a fake that runs in a page, as a panel of that page.
 *
 * - `mountConsole` mounts it and returns a `MountedConsole`; the code of the panel is loaded when it
 *   is opened.
 * - `MountConsoleOptions` has the fake or a `fetch` (`ConsoleSource`), the hot key and the `Dock`.
 *
 * @example
 * ```ts
 * import { mountConsole } from 'agent-understudy/console'
 *
 * mountConsole({ fake }) // Ctrl+Alt+U opens it.
 * ```
 * @module
 */

export { mountConsole } from '../console/panel/mount-console.ts'
export type {
  ConsoleSource,
  Dock,
  MountConsoleOptions,
  MountedConsole,
} from '../console/panel/options.ts'
