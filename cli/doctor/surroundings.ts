import { mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findConfig } from '../../authoring/config/find-config.ts'
import { isVariable } from '../../authoring/config/config-schema.ts'
import { ConfigError, readOnlyConfig } from '../../authoring/config/read-config.ts'
import { formatCount } from '../../conformance/session/json.ts'
import { type OutputIo, UsageError } from '../command-line.ts'
import { openDataFolder } from '../serve/data-folder.ts'
import { fail, type Finding, type Machine, ok, warn } from './finding.ts'
import { isAtLeast } from './versions.ts'

/** The first version of Node with `node:sqlite`, which `--data` needs. */
const nodeOfData = '22.13.0'

export function examineNode({ nodeVersion }: Machine): Finding {
  return isAtLeast(nodeVersion, nodeOfData)
    ? ok('node', nodeVersion)
    : warn('node', nodeVersion, '`serve --data` needs Node 22.13 or newer; all else works.')
}

/** Without these in NO_PROXY, clients send calls of this machine to the proxy. */
const local = ['localhost', '127.0.0.1']

export function examineProxy({ variables }: Machine): Finding {
  const valueOf = (name: string) => variables[name.toLowerCase()] || variables[name]
  const set = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].filter((name) => valueOf(name))
  if (set.length === 0) return ok('proxy', 'no proxy in the environment')
  const except = (valueOf('NO_PROXY') ?? '').split(/[\s,]+/)
  const missing = except.includes('*') ? [] : local.filter((host) => !except.includes(host))
  // The address is not repeated, because it may contain a password.
  const found = `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set`
  if (missing.length === 0) return ok('proxy', `${found}, except for ${local.join(' and ')}`)
  return warn(
    'proxy',
    `${found}, and NO_PROXY lacks ${missing.join(' and ')}`,
    `Clients such as curl send calls of this machine to the proxy: add ${missing.join(',')} to NO_PROXY.`,
  )
}

export async function examineConfig({ cwd, variables }: Machine): Promise<Finding> {
  const name = 'config'
  try {
    const config = await readOnlyConfig(findConfig(cwd, variables), cwd)
    if (config === undefined) return ok(name, 'no config file, and none is needed')
    const { targets = {} } = config.values
    const found = `${config.file} is valid, ${formatCount(Object.keys(targets).length, 'target')}`
    const named = Object.values(targets).flatMap(({ credentials = {} }) =>
      Object.values(credentials).filter((value) => isVariable(value)),
    )
    const unset = [...new Set(named)].filter((variable) => !variables[variable])
    if (unset.length === 0) return ok(name, found)
    return warn(
      name,
      `${found}; not set: ${unset.join(', ')}`,
      'Set these variables before you use their targets.',
    )
  } catch (error) {
    if (error instanceof ConfigError)
      return fail(
        name,
        error.message.replaceAll('\n', '; '),
        'Correct the file; docs/config.md describes it.',
      )
    const { code, message } = error as NodeJS.ErrnoException
    return fail(
      name,
      code === 'ENOENT' ? 'UNDERSTUDY_CONFIG names no file' : message,
      'Name a file that exists, or `none`.',
    )
  }
}

/** Examines the folder of `--data`, or the working folder, where `conform` keeps its ledger. */
export async function examineFolder(
  { cwd }: Machine,
  data: string | undefined,
  io: OutputIo,
): Promise<Finding> {
  const name = data === undefined ? 'folder' : 'data'
  const folder = resolve(cwd, data ?? '.')
  try {
    if (await exists(join(folder, 'worlds.sqlite')))
      (await openDataFolder(folder, false, io)).close()
    const nearest = await nearestFolder(folder)
    await rmdir(await mkdtemp(join(nearest, '.understudy-doctor-')))
    return ok(name, `${folder} ${nearest === folder ? 'is writable' : 'can be created'}`)
  } catch (error) {
    // Its message says what to do.
    if (error instanceof UsageError) return { name, state: 'fail', found: error.message }
    const found = `${folder} can't be written: ${(error as NodeJS.ErrnoException).code}`
    if (data !== undefined)
      return fail(name, found, 'Choose another folder with --data, or get the permission to write.')
    return warn(name, found, '`conform` keeps the list of what it created there: see its --ledger.')
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The folder, or the nearest one above it that exists. */
const nearestFolder = async (folder: string): Promise<string> =>
  (await exists(folder)) ? folder : nearestFolder(dirname(folder))
