import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { check } from 'recheck'
import type { FoundExpression } from './find.ts'

type Expression = { readonly source: string; readonly flags: string }

/**
 * The reason why an expression can be slow; `undefined` if its time is at most linear in its input.
 */
type Verdict = string | undefined

/** The time limit for the analysis of one expression, in milliseconds. */
const analysisTimeout = 20_000
/** Limits in steps, not in time, so that the result is the same on a busy machine. */
const analysisSettings = {
  randomSeed: 0,
  timeout: analysisTimeout,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  // Larger values found no further problems, but take minutes for all expressions.
  maxNFASize: 3000,
  maxInitialGenerationSize: 60,
  maxIteration: 2,
  maxGenerationSize: 30,
  mutationSize: 15,
  crossoverSize: 8,
  maxGeneStringSize: 600,
}

/**
 * The verdicts of earlier analyses, by expression, such as `/a+/g`. Empty for a safe expression.
 */
type CachedVerdicts = Record<string, string>

/** Checks for each expression whether some input makes it slower than linear. */
async function analyseExpressions(
  expressions: readonly Expression[],
  cacheFile?: string,
): Promise<ReadonlyMap<string, Verdict>> {
  const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }
  const cachedVerdicts = cacheFile === undefined ? {} : readCache(cacheFile, version)
  const distinctExpressions = new Map(expressions.map((one) => [literalOf(one), one]))
  const verdicts = new Map<string, Verdict>()
  const open = [...distinctExpressions].filter(([key]) => !Object.hasOwn(cachedVerdicts, key))
  for (const key of distinctExpressions.keys())
    if (Object.hasOwn(cachedVerdicts, key)) verdicts.set(key, cachedVerdicts[key] || undefined)
  // Two expressions at a time, because most of the work happens in another process.
  const remainingWork = open[Symbol.iterator]()
  const worker = async () => {
    for (const [key, expression] of remainingWork) verdicts.set(key, await analyse(expression))
  }
  await Promise.all([worker(), worker()])
  if (cacheFile !== undefined && open.length > 0) writeCache(cacheFile, version, verdicts)
  return verdicts
}

/** An expression as a literal, such as `/a+/g`. */
const literalOf = ({ source, flags }: Expression): string => `/${source}/${flags}`

async function analyse({ source, flags }: Expression): Promise<Verdict> {
  // On a platform without its binary, `recheck` runs the same analysis in JavaScript.
  const result = await check(source, flags, analysisSettings)
  if (result.status === 'safe') return undefined
  if (result.status === 'unknown') return `can’t be analysed (${result.error.kind})`
  const { summary } = result.complexity
  const attack = result.attack.pattern
  return `${summary}, on ${attack.length > 80 ? `${attack.slice(0, 80)}…` : attack}`
}

function readCache(file: string, version: string): CachedVerdicts {
  try {
    const cache = JSON.parse(readFileSync(file, 'utf8')) as {
      version: string
      known: CachedVerdicts
    }
    return cache.version === version ? cache.known : {}
  } catch {
    return {}
  }
}

function writeCache(file: string, version: string, verdicts: ReadonlyMap<string, Verdict>): void {
  // An expression that was not analysed is tried again on the next run.
  const pairs = [...verdicts].filter(([, verdict]) => verdict?.startsWith('can’t') !== true)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    JSON.stringify({ version, known: Object.fromEntries(pairs.map(([k, v]) => [k, v ?? ''])) }),
  )
}

/** A regular expression that is allowed although it can be slower than linear. */
export type AllowedExpression = {
  readonly file: string
  /** The literal, or the call of `RegExp`, exactly as in the code. */
  readonly code: string
  /** The reason why it is safe: where its input comes from, or the bound of its length. */
  readonly reason: string
}

/** Lists the problems: slow expressions, unknown expressions, and unneeded exceptions. */
export async function reviewExpressions(
  found: readonly FoundExpression[],
  exceptions: readonly AllowedExpression[],
  cacheFile?: string,
): Promise<string[]> {
  const knownExpressions = found.flatMap(({ expression }) => expression ?? [])
  const verdicts = await analyseExpressions(knownExpressions, cacheFile)
  const problemOf = ({ expression }: FoundExpression): Verdict =>
    expression === undefined
      ? 'is made when the code runs, so it can’t be analysed'
      : verdicts.get(literalOf(expression))
  const wrong = found.flatMap((one) => {
    const problem = problemOf(one)
    return problem === undefined ? [] : [{ ...one, problem }]
  })
  const problems = wrong.filter(
    (one) => !exceptions.some((exception) => createIsFor(exception)(one)),
  )
  return [
    ...problems.map(
      ({ file, line, code, expression, problem }) =>
        `${file}:${line}: ${code} ${expression === undefined || literalOf(expression) === code ? '' : `= ${literalOf(expression)} `}– ${problem}`,
    ),
    ...exceptions.flatMap((exception) => {
      if (wrong.some(createIsFor(exception))) return []
      const why = found.some(createIsFor(exception)) ? 'is safe now' : 'is no longer in the file'
      return [`${exception.file}: ${exception.code} ${why}; remove it from the exceptions`]
    }),
  ]
}

const createIsFor =
  ({ file, code }: AllowedExpression) =>
  (one: FoundExpression) =>
    one.file === file && one.code === code
