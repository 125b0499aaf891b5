import type { Exception } from './exceptions.ts'
import type { Found } from './find.ts'
import { judgeExpressions, keyOf, type Verdict } from './judge.ts'

/**
 * Says what is wrong with the regular expressions of some sources, one line each: those that can
 * take longer than in proportion to their input and that no exception names, those that can't be
 * read from the code, and exceptions that are no longer needed.
 */
export async function reviewExpressions(
  found: readonly Found[],
  exceptions: readonly Exception[],
  cacheFile?: string,
): Promise<string[]> {
  const known = found.flatMap(({ expression }) => expression ?? [])
  const verdicts = await judgeExpressions(known, cacheFile)
  const problemOf = ({ expression }: Found): Verdict =>
    expression === undefined
      ? 'is made when the code runs, so it can’t be analysed'
      : verdicts.get(keyOf(expression))
  const wrong = found.flatMap((one) => {
    const problem = problemOf(one)
    return problem === undefined ? [] : [{ ...one, problem }]
  })
  const problems = wrong.filter((one) => !exceptions.some((exception) => isFor(exception)(one)))
  return [
    ...problems.map(
      ({ file, line, code, expression, problem }) =>
        `${file}:${line}: ${code} ${expression === undefined || keyOf(expression) === code ? '' : `= ${keyOf(expression)} `}– ${problem}`,
    ),
    ...exceptions.flatMap((exception) => {
      if (wrong.some(isFor(exception))) return []
      const why = found.some(isFor(exception)) ? 'is safe by now' : 'is in the file no more'
      return [`${exception.file}: ${exception.code} ${why}; remove it from the exceptions`]
    }),
  ]
}

const isFor =
  ({ file, code }: Exception) =>
  (one: Found) =>
    one.file === file && one.code === code
