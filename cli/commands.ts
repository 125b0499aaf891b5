import type { Command } from './command-line.ts'

/** Each command is loaded only when it is called: `serve` needs no code of the suite. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  conform: async () => (await import('./conform.ts')).conform,
  calibrate: async () => (await import('./calibrate.ts')).writeCalibration,
  compare: async () => (await import('./compare.ts')).compare,
  scenarios: async () => (await import('./scenarios.ts')).scenarios,
  import: async () => (await import('./import.ts')).importFiles,
  replay: async () => (await import('./replay.ts')).replay,
  proxy: async () => (await import('./proxy.ts')).proxy,
  tolerance: async () => (await import('./tolerance.ts')).tolerance,
  worlds: async () => (await import('./worlds.ts')).worlds,
  profiles: async () => (await import('./profiles.ts')).profiles,
  choices: async () => (await import('./choices.ts')).printChoices,
  openapi: async () => (await import('./openapi.ts')).printOpenApi,
  mcp: async () => (await import('./mcp.ts')).mcp,
  init: async () => (await import('./init.ts')).init,
}
