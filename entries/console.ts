export { mountConsole } from '../console/panel/mount-console.ts'
export type {
  ConsoleSource,
  Dock,
  MountConsoleOptions,
  MountedConsole,
} from '../console/panel/options.ts'
