import { SaxesParser } from 'saxes'
import * as z from 'zod/mini'
import { parseJson } from '../../contract/json.ts'
import type { TestResult } from '../run/run-document.ts'
import { shortMessage } from '../run/run-lines.ts'

/** Thrown for a file of test results that is not in the expected format. */
export class ResultsError extends Error {
  override readonly name = 'ResultsError'
}

/** The maximum number of characters of a message. The rest is cut off. */
const maxMessage = 1000

/** A case of a JUnit report. */
type JunitCase = {
  readonly file: string
  readonly classname: string
  readonly name: string
  status: TestResult['status']
  message?: string
}

/** Reads the cases of a JUnit report in their order. Throws a `ResultsError` for anything else. */
function readCases(text: string): readonly JunitCase[] {
  const parser = new SaxesParser()
  const cases: JunitCase[] = []
  const suites: { readonly file: string }[] = []
  let current: JunitCase | undefined
  let isInProblem = false
  let body = ''
  let hasRoot = false
  parser.on('error', (error) => {
    throw new ResultsError(`it is not well-formed XML: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const attribute = (key: string) => attributes[key] ?? ''
    if (name === 'testsuites' || name === 'testsuite') hasRoot = true
    if (name === 'testsuite') suites.push({ file: attribute('file') })
    if (name === 'testcase') {
      const file = attribute('file') || suites.at(-1)?.file || ''
      const classname = attribute('classname')
      current = { file, classname, name: attribute('name'), status: 'passed' }
    }
    if (current === undefined) return
    if (name === 'skipped') current.status = 'skipped'
    if (name === 'failure' || name === 'error') {
      current.status = 'failed'
      current.message ??= attribute('message')
      isInProblem = true
      body = ''
    }
  })
  const collect = (piece: string) => {
    if (isInProblem && body.length < maxMessage) body += piece
  }
  parser.on('text', collect)
  parser.on('cdata', collect)
  parser.on('closetag', ({ name }) => {
    if (name === 'testsuite') suites.pop()
    if ((name === 'failure' || name === 'error') && current !== undefined) {
      isInProblem = false
      // For a file that does not load, pytest has the cause only in the text of the element.
      const ownMessage = current.message === 'collection failure' ? '' : current.message
      current.message = (ownMessage || body.trim()).slice(0, maxMessage)
    }
    if (name !== 'testcase' || current === undefined) return
    cases.push(current)
    current = undefined
  })
  parser.write(text).close()
  if (!hasRoot) throw new ResultsError('it has no `testsuite` element: write a JUnit report')
  return cases
}

/** Reads a JUnit report. If several cases have the same id, a failed one counts. */
function readTests(text: string, selectorOf: (one: JunitCase) => string): TestResult[] {
  const tests = new Map<string, TestResult>()
  for (const one of readCases(text)) {
    const { file, classname, name, ...result } = one
    const id = [...new Set([file, classname, name].filter((part) => part !== ''))].join(' > ')
    if (tests.get(id)?.status !== 'failed')
      tests.set(id, { id, selector: selectorOf(one), ...result })
  }
  return [...tests.values()]
}

/**
 * Reads the test cases of a JUnit report. A test is named by file, class and title. Throws a
 * `ResultsError` for anything else.
 */
export const readJunit = (text: string): TestResult[] => readTests(text, ({ name }) => name)

/** Reads the JUnit report of pytest. Selectors are expressions of its flag `-k`. */
export const readPytest = (text: string): TestResult[] => readTests(text, pytestSelector)

/** Matches a name that is valid in an expression of pytest's `-k`. */
const expressionName = /^[\w:+.-]+$/

/** Selects a test function with all of its parameters, because `-k` cannot name every parameter. */
function pytestSelector({ file, classname, name }: JunitCase): string {
  const module = file.replace(/\.py$/, '').replaceAll('/', '.')
  const classes = classname.startsWith(module) ? classname.slice(module.length).split('.') : []
  const parts = [file.split('/').at(-1) ?? '', ...classes, name.split('[')[0] ?? '']
  return parts.filter((part) => expressionName.test(part)).join(' and ')
}

const jestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          invocations: z.optional(z.number()),
          failureMessages: z.optional(z.nullable(z.array(z.string()))),
        }),
      ),
    }),
  ),
})

/** Reads what `jest --json` writes. Throws a `ResultsError` for anything else. */
export function readJest(text: string, cwd: string): TestResult[] {
  const report = jestReport.safeParse(parseJson(text, undefined))
  if (!report.success) throw new ResultsError('it is not what `jest --json` writes')
  return report.data.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.startsWith(`${cwd}/`) ? name.slice(cwd.length + 1) : name
    // A file that does not load has no tests, so the file itself counts as a failed test.
    if (status === 'failed' && assertionResults.length === 0)
      return [{ id: file, status: 'failed', message: shortMessage(message) } as const]
    return assertionResults.map((test): TestResult => {
      const isFlaky = test.status === 'passed' && (test.invocations ?? 1) > 1
      const isKnown = test.status === 'passed' || test.status === 'failed'
      return {
        id: [file, ...test.ancestorTitles, test.title].join(' > '),
        selector: test.fullName,
        status: isFlaky ? 'flaky' : isKnown ? (test.status as 'passed' | 'failed') : 'skipped',
        ...(test.status === 'failed' && { message: shortMessage(test.failureMessages?.[0]) }),
      }
    })
  })
}
