import { formatCount } from '../../contract/format-count.ts'
import { castOf } from '../world-data.ts'
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownNames } from '../../contract/authoring/compile.ts'
import { AuthoringError } from '../../contract/authoring/problem.ts'
import { isScript, readScenarios } from '../../contract/authoring/scenarios.ts'
import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { resolveInside } from '../resolve-inside.ts'
import { schemaLine } from '../schema-line.ts'
import { ToolError } from './tool.ts'

const namesSchema = /^#.*yaml-language-server/m

/** The folder of the scripts that an assistant writes. Without a path, there are no scripts. */
export type ScriptFolder = ReturnType<typeof openScriptFolder>

/** Opens a folder of scripts. The first write creates it. Scripts may use the names in `known`. */
export function openScriptFolder(path: string | undefined, known: KnownNames) {
  const filesOf = async () => {
    if (path === undefined) return []
    const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
      // A missing folder has no files. Writing the first file creates it.
      if (error.code === 'ENOENT') return []
      throw new ToolError(`The folder of scripts ${path} can't be read: ${error.code}.`)
    })
    return names.filter(isScript)
  }
  /** Reads a file, but only inside the folder: a path in a script could name any file. */
  const readText = async (file: string) => {
    const outside = () =>
      new ToolError(
        `\`${file}\` is not in the folder of scripts, or is a link out of it. Put a copy into the folder.`,
      )
    if (path === undefined) throw outside()
    const target = await resolveInside(path, file, outside)
    if (target === undefined)
      throw new ToolError(`\`${file}\` is missing, or is a link that leads nowhere: remove it.`)
    // Only regular files are read, because reading a pipe never returns.
    if (!(await stat(target)).isFile()) throw new ToolError(`\`${file}\` is not a file: remove it.`)
    return readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new ToolError(`\`${file}\` can't be read: ${error.code}.`)
    })
  }
  return {
    /** The path of the folder; undefined if the assistant may write nothing. */
    path,
    /**
     * Compiles a script file as part of the folder. It may refer to the scripts `loaded` elsewhere.
     * Throws an `AuthoringError` with every problem.
     */
    async check(
      file: string,
      text: string,
      loaded: readonly string[] = [],
    ): Promise<readonly Scenario[]> {
      const names = new Set([...(await filesOf()), file])
      const read = async (name: string) => (name === file ? text : readText(name))
      const scripts = [...(known.scripts ?? []), ...loaded]
      return readScenarios([...names], read, { ...known, scripts })
    },
    /** Writes a script file. Throws a `ToolError` if the file exists and `replace` is false. */
    async write(file: string, text: string, replace: boolean): Promise<string> {
      if (path === undefined)
        throw new ToolError(
          'There is no folder to write into: start `agent-understudy mcp` with `--scenarios DIR`.',
        )
      const target = join(path, file)
      const textWithSchema = namesSchema.test(text) ? text : schemaLine('scenario', target) + text
      try {
        await mkdir(path, { recursive: true })
        await writeInside(await realpath(path), file, textWithSchema, replace)
      } catch (error) {
        if (error instanceof ToolError) throw error
        const { code } = error as NodeJS.ErrnoException
        throw new ToolError(
          code === 'EEXIST'
            ? `${target} exists. Choose another name, or pass \`replace: true\`.`
            : `${target} can't be written: ${code}.`,
        )
      }
      return target
    },
    /** The scripts of all files. Throws an `AuthoringError`. */
    load: async (): Promise<readonly Scenario[]> => readScenarios(await filesOf(), readText, known),
  }
}

/** Writes a file of a folder, never through a link. Rejects with the errors of the file system. */
async function writeInside(folder: string, file: string, text: string, replace: boolean) {
  const target = join(folder, file)
  const fileStats = await lstat(target).catch(() => undefined)
  if (fileStats !== undefined && !fileStats.isFile())
    throw new ToolError(
      `${target} is a link or not a file, so nothing is written to it. Remove it, or choose another name.`,
    )
  if (!replace) return writeFile(target, text, { flag: 'wx' })
  // `rename` never follows a link: it replaces a link that another process may have created since
  // the check.
  const newFile = `${target}.${process.pid}.new`
  await rm(newFile, { force: true })
  await writeFile(newFile, text, { flag: 'wx' })
  await rename(newFile, target)
}

/** The problems of scripts, one per line, or why a file can't be read. Rethrows other errors. */
export function problemsText(error: unknown): string {
  if (error instanceof ToolError) return error.message
  if (!(error instanceof AuthoringError)) throw error
  const { length } = error.problems
  return `${error.message}\n\n${formatCount(length, 'problem')}. read_doc scripts.md explains the format.`
}

/** The names that scripts may refer to: those of a fixture, and of other scripts. */
export const knownNames = (fixture: Fixture, scripts: readonly Scenario[]): KnownNames => ({
  scripts: scripts.map(({ name }) => name),
  ...castOf(fixture),
})
