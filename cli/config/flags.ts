import { findConfig } from '../../authoring/config/find-config.ts'
import type { Flags } from '../command-line.ts'

/** The flags that choose the config file. `withConfig` reads them, for every command that has them. */
export const configFlags = {
  config: {
    value: 'FILE',
    help: 'takes settings from this file (default: understudy.config.yaml, .json, .mjs or .ts, here or in a folder above); see docs/config.md',
  },
  'no-config': { help: 'uses no config file' },
} as const satisfies Flags

/** The targets of the config file of the working folder. */
async function targetNames(): Promise<readonly string[]> {
  const { readOnlyConfig } = await import('../../authoring/config/read-config.ts')
  const config = await readOnlyConfig(findConfig(process.cwd(), process.env), process.cwd())
  return Object.keys(config?.values.targets ?? {})
}

/** The flags of commands that call a deployment of the config file. */
export const targetFlags = {
  target: {
    value: 'NAME',
    values: targetNames,
    help: 'the deployment of this name in the config file, with its credentials (default: the only one)',
  },
  ...configFlags,
} as const satisfies Flags
