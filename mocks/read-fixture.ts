import { canonicalDate } from '../contract/canonical-date.ts'
import { explainIssues } from '../contract/explain-issues.ts'
import { fixture as completeFixture, type Fixture } from '../contract/fixture.ts'
import { fixtureInput } from '../contract/fixture-input.ts'
import { isObject } from '../contract/json.ts'
import { FixtureCompleter, type FixtureProblem } from './platform/records/complete-records.ts'

/**
 * Problems of a fixture. The message has one line for each: the path, what is wrong, and a fix.
 *
 * @example
 * if (error instanceof FixtureError) for (const { path } of error.problems) console.error(path)
 */
export class FixtureError extends Error {
  override readonly name = 'FixtureError'
  readonly problems: readonly FixtureProblem[]

  constructor(problems: readonly FixtureProblem[]) {
    super(problems.map(({ path, says }) => `${pathText(path)}: ${says}`).join('\n'))
    this.problems = problems
  }
}

const pathText = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${String(step)}`),
    'fixture',
  )

/**
 * Reads a hand-written fixture, and adds missing ids, dates, defaults and empty collections. Throws a
 * `FixtureError` with every problem.
 *
 * @example
 * const fixture = readFixture({
 *   users: [{ email: 'ada@example.com', password: 'secret' }],
 *   agents: [{ name: 'Support', suggested_prompts: ['Where is my order?'] }],
 * })
 */
export function readFixture(document: unknown): Fixture {
  const dated = withFullDates(document)
  const shaped = fixtureInput.safeParse(dated)
  const problems = shaped.success ? [] : explainProblems(shaped.error.issues, dated)
  // References are also checked in a fixture with wrong fields, to report all problems at once.
  const completer = new FixtureCompleter(isObject(dated) ? dated : {})
  const records = completer.complete()
  const all = [...problems, ...completer.problems]
  if (all.length > 0) throw new FixtureError(all)
  const complete = completeFixture.safeParse(records)
  if (!complete.success) throw new FixtureError(explainProblems(complete.error.issues, records))
  return complete.data
}

const explainProblems = (
  issues: Parameters<typeof explainIssues>[0],
  document: unknown,
): readonly FixtureProblem[] =>
  explainIssues(issues, document, () => 'remove it', 'the fixture').map((problem) =>
    String(problem.path.at(-1)).endsWith('_at') && problem.wrong === 'value'
      ? { ...problem, says: `${problem.says.split(';')[0]}; ${dateAdvice}` }
      : problem,
  )

const dateAdvice = 'write a date such as 2026-11-20 or 2026-11-20T09:30:00Z'

/** Copies a value; dates in fields such as `created_at` get the canonical form. */
function withFullDates(value: unknown, field = ''): unknown {
  if (typeof value === 'string' && field.endsWith('_at')) return canonicalDate(value) ?? value
  if (Array.isArray(value)) return value.map((item) => withFullDates(item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === undefined ? [] : [[name, withFullDates(inner, name)]],
    ),
  )
}

/**
 * Returns the complete fixture for the options of a fake. A completed fixture is not validated
 * again, because that takes 250 ms for the demo. Throws a `TypeError` if there is no fixture, and a
 * `FixtureError`.
 */
export function fixtureOf(options: unknown): Fixture {
  const given = isObject(options) ? options['fixture'] : undefined
  if (given === undefined || given === null)
    throw new TypeError(
      isObject(options) && 'users' in options ? passAsOptionAdvice : missingFixtureAdvice,
    )
  if (!isObject(given))
    throw new TypeError(`\`fixture\` is ${JSON.stringify(given)}. ${missingFixtureAdvice}`)
  if ('default' in given && !('users' in given))
    throw new TypeError('`fixture` is a module. Pass its `default`.')
  return isCompleteFixture(given) ? given : readFixture(given)
}

const missingFixtureAdvice =
  'A fake needs data: pass `{ fixture: demo }` with ' +
  "`import demo from 'agent-understudy/fixtures/demo.json'`, or your own data, such as " +
  "`{ fixture: { users: [{ email: 'ada@example.com', password: 'secret' }] } }`."

const passAsOptionAdvice = 'This is a fixture. Pass it as an option: `{ fixture }`.'

const requiredKinds = Object.entries(completeFixture.shape).filter(
  ([, { def }]) => def.type !== 'optional',
)

const isCompleteFixture = (given: Readonly<Record<string, unknown>>): given is Fixture =>
  requiredKinds.every(([kind, { def }]) =>
    def.type === 'array' ? hasIds(given[kind], kind) : given[kind] !== undefined,
  )

/** Whether a list has records that can be stored. Tools have no id. */
const hasIds = (list: unknown, kind: string): boolean =>
  Array.isArray(list) &&
  list.every((one) => isObject(one) && (kind === 'tools' || typeof one['id'] === 'string'))
