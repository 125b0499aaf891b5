import { SaxesParser } from 'saxes'
import type { TestResult } from '../testing/run/run-document.ts'

/** The file of `--results` is not a JUnit report. */
export class ResultsError extends Error {
  override readonly name = 'ResultsError'
}

/** The characters of a message that are kept. */
const maxMessage = 1000

type Found = { -readonly [Key in keyof TestResult]: TestResult[Key] }

/**
 * Reads the test cases of a JUnit report. A test is named by file, class and title; of cases with
 * one name, the worst result counts. Throws a `ResultsError` for anything else.
 */
export function readJunit(text: string): TestResult[] {
  const parser = new SaxesParser()
  const tests = new Map<string, Found>()
  const suites: { readonly file: string }[] = []
  let current: Found | undefined
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
      const names = [file, attribute('classname'), attribute('name')]
      const id = [...new Set(names.filter((one) => one !== ''))].join(' > ')
      current = { id, selector: attribute('name'), status: 'passed' }
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
      current.message = (current.message || body.trim()).slice(0, maxMessage)
    }
    if (name !== 'testcase' || current === undefined) return
    const known = tests.get(current.id)
    if (known?.status !== 'failed') tests.set(current.id, current)
    current = undefined
  })
  parser.write(text).close()
  if (!hasRoot) throw new ResultsError('it has no `testsuite` element: write a JUnit report')
  return [...tests.values()]
}
