import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Scenario } from '../scripts/scenario.ts'
import { compileScenarioFiles, type KnownNames } from './compile.ts'
import { includesOf } from './fragments.ts'
import { AuthoringError, type Problem } from './problem.ts'
import { parseYaml, type YamlDocument } from './yaml.ts'

/** Reads the text of a file; rejects if the file does not exist. */
type ReadText = (file: string) => Promise<string>

/** Loads scripts from a folder or file. Rejects with `AuthoringError`, or the error of `fs`. */
export async function loadScenarios(
  path: string,
  surroundings: KnownNames = {},
): Promise<Scenario[]> {
  const isFolder = (await stat(path)).isDirectory()
  const files = isFolder
    ? (await readdir(path)).filter(isScript).map((name) => join(path, name))
    : [join(path)]
  return readScenarios(files, readScript, surroundings)
}

/** Reads a script file. Rejects for a broken link or a file that is not regular, such as a pipe. */
async function readScript(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) throw new Error(`${file} is missing, or is a link that leads nowhere.`)
  // Reading a pipe would never end.
  if (!found.isFile()) throw new Error(`${file} is not a file: remove it, or rename it.`)
  return readFile(file, 'utf8')
}

/** Returns the other folders from which the scripts of a folder include fragments. */
export async function includedFolders(folder: string): Promise<readonly string[]> {
  const files = new Set((await readdir(folder)).filter(isScript).map((name) => join(folder, name)))
  for (const file of files) {
    const text = await readScript(file).catch(() => '')
    if (!text.includes('include')) continue
    try {
      for (const included of includesOf(file, parseYaml(text, file))) files.add(included)
    } catch (error) {
      if (!(error instanceof AuthoringError)) throw error
    }
  }
  return [...new Set(Array.from(files, dirname))].filter(
    (other) => other !== dirname(join(folder, 'x')),
  )
}

/** Whether a file is a script file or a fragment file, by its name. */
export const isScript = (name: string) => /\.ya?ml$/.test(name)

/** Reads script files in the order of their names, and the files that they include. */
export async function readScenarios(
  files: readonly string[],
  readText: ReadText,
  surroundings: KnownNames = {},
): Promise<Scenario[]> {
  const library = new Map<string, YamlDocument | undefined>()
  const problems: Problem[] = []
  let makesUp = false
  const add = (file: string, text: string) => {
    makesUp ||= text.includes('faker.')
    try {
      library.set(file, parseYaml(text, file))
    } catch (cause) {
      if (!(cause instanceof AuthoringError)) throw cause
      library.set(file, undefined)
      problems.push(...cause.problems)
    }
  }
  const sorted = files.toSorted()
  const texts = await Promise.all(sorted.map(readText))
  for (const [index, file] of sorted.entries()) add(file, texts[index] ?? '')
  for (const [file, document] of library)
    for (const included of document === undefined ? [] : includesOf(file, document)) {
      if (library.has(included)) continue
      const text = await readText(included).catch(() => undefined)
      if (text !== undefined) add(included, text)
    }
  // Imported only if a file uses faker, because faker is large.
  const madeUp = makesUp ? await import('./faker-values.ts') : undefined
  return compileScenarioFiles(sorted, library, madeUp, surroundings, problems)
}
