import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { KnownNames } from '../../authoring/check-names.ts'
import { AuthoringError } from '../../authoring/problem.ts'
import { isScript, readScenarios } from '../../authoring/scenarios.ts'
import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { schemaLine } from '../schema-line.ts'
import { ToolError } from './tool.ts'

const namesSchema = /^#.*yaml-language-server/m

/** The scripts that an assistant writes: files of a folder, or none. */
export type ScriptFolder = {
  /** Undefined if nothing may be written. */
  readonly path: string | undefined
  /**
   * Compiles a script file as part of the folder. Throws an `AuthoringError` with every problem.
   */
  check(file: string, text: string): Promise<readonly Scenario[]>
  /** Writes a script file. Throws a `ToolError` if it exists and `replace` is false. */
  write(file: string, text: string, replace: boolean): Promise<string>
  /** The scripts of all files. Throws an `AuthoringError`. */
  load(): Promise<readonly Scenario[]>
}

/** Opens a folder of scripts. It is created with the first file. `known` are names of other data. */
export function openScriptFolder(path: string | undefined, known: KnownNames): ScriptFolder {
  const filesOf = async () => {
    const names = path === undefined ? [] : await readdir(path).catch(() => [])
    return names.filter(isScript)
  }
  /** Only files of the folder are read: an included path could name any file. */
  const readText = async (file: string) => {
    if (path === undefined || relative(path, resolve(path, file)).startsWith('..'))
      throw new ToolError(`\`${file}\` is not in the folder of scripts.`)
    return readFile(join(path, file), 'utf8')
  }
  return {
    path,
    async check(file, text) {
      const names = new Set([...(await filesOf()), file])
      const read = async (name: string) => (name === file ? text : readText(name))
      return readScenarios([...names], read, known)
    },
    async write(file, text, replace) {
      if (path === undefined) throw new ToolError('There is no folder to write into.')
      await mkdir(path, { recursive: true })
      const target = join(path, file)
      const named = namesSchema.test(text) ? text : schemaLine('scenario', target) + text
      await writeFile(target, named, { flag: replace ? 'w' : 'wx' }).catch((error: unknown) => {
        const { code } = error as NodeJS.ErrnoException
        throw new ToolError(
          code === 'EEXIST'
            ? `${target} exists. Choose another name, or pass \`replace: true\`.`
            : `${target} can't be written: ${code}.`,
        )
      })
      return target
    },
    load: async () => readScenarios(await filesOf(), readText, known),
  }
}

/** The problems of scripts, one in each line; rethrows any other error. */
export function problemsText(error: unknown): string {
  if (!(error instanceof AuthoringError)) throw error
  const { length } = error.problems
  return `${error.message}\n\n${length} problem${length === 1 ? '' : 's'}. read_doc scripts.md explains the format.`
}

/** The names that scripts may refer to: those of a fixture, and of other scripts. */
export const knownNames = (
  { agents, users }: Fixture,
  scripts: readonly Scenario[],
): KnownNames => ({
  scripts: scripts.map(({ name }) => name),
  agents: agents.map(({ name }) => name),
  users: users.flatMap(({ email, display_name }) => [email, display_name ?? email]),
})
