import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { scenario } from '../contract/scenario.ts'
import type { Scenario } from '../contract/scenario.ts'
import { scenarioProblems } from '../contract/scenario-problems.ts'
import { readDurations } from './durations.ts'
import { describeIssues } from './issues.ts'
import { scenarioSchema } from './scenario-schema.ts'
import { AuthoringError, parseYaml } from './yaml.ts'

const knownToEditors = scenarioSchema()

/** Reads one scenario file; throws `AuthoringError` with every problem and its place. */
export const loadScenario = (text: string, file: string): Scenario => {
  const document = parseYaml(text, file)
  const problems: string[] = []
  const value = readDurations(document.value, (path, written) => {
    const name = String(path.at(-1))
    problems.push(
      `${document.where(path)}: "${name}" is "${written}"; write a duration as 800ms, 1.5s or 2m`,
    )
  })
  const result = z.safeParse(scenario, value)
  if (!result.success) {
    problems.push(...describeIssues(result.error.issues, { ...document, value }, knownToEditors))
    throw new AuthoringError(problems)
  }
  for (const { path, part, says } of scenarioProblems(result.data))
    problems.push(`${document.where(path, part)}: ${says}`)
  if (problems.length > 0) throw new AuthoringError(problems)
  return result.data
}

/** Reads every `*.yaml` of a folder in the order of its names; no two may share a `name`. */
export const loadScenarios = async (dir: string): Promise<Scenario[]> => {
  const names = (await readdir(dir)).filter((name) => /\.ya?ml$/.test(name)).toSorted()
  const files = names.map((name) => join(dir, name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const problems: string[] = []
  const homes = new Map<string, string>()
  const loaded = files.flatMap((file, index) => {
    const text = texts[index] ?? ''
    try {
      const one = loadScenario(text, file)
      const home = homes.get(one.name)
      if (home === undefined) homes.set(one.name, file)
      else {
        const place = parseYaml(text, file).where(['name'])
        problems.push(`${place}: the name "${one.name}" is taken by ${home}; choose another`)
      }
      return [one]
    } catch (cause) {
      if (!(cause instanceof AuthoringError)) throw cause
      problems.push(...cause.problems)
      return []
    }
  })
  if (problems.length > 0) throw new AuthoringError(problems)
  return loaded
}
