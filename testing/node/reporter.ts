import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import type { TestResult } from '../run/run-document.ts'
import { createLineWriter, runFolder, shortMessage } from '../run/run-lines.ts'

type FinishedTest = Extract<TestEvent, { readonly type: 'test:pass' | 'test:fail' }>

/** A finished test. It is kept until its top-level suite ends. */
type Entry = {
  readonly file: string | undefined
  readonly path: readonly string[]
  readonly status: TestResult['status']
  readonly isCancelled: boolean
  message: string
}

/**
 * A reporter of `node --test` that writes the result of each test for `agent-understudy tolerance`.
 * Subtests count as a part of their test, because they cannot run without it.
 */
async function* toleranceReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string, void> {
  const folder = runFolder()
  const write = folder === undefined ? () => 0 : createLineWriter(folder, 'results')
  const path: string[] = []
  const errors = new Map<string | undefined, string>()
  const entries: Entry[] = []
  /** The number of entries when the last test of each nesting started: later ones are inside it. */
  const entryCounts: number[] = []
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      path.splice(data.nesting, path.length, data.name)
      entryCounts[data.nesting] = entries.length
    }
    if (type === 'test:stderr')
      errors.set(data.file, `${errors.get(data.file) ?? ''}${data.message}`.slice(0, maxErrors))
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const endedTest = { type, data } as FinishedTest
    const ownPath = path.slice(0, data.nesting + 1)
    const inner = entries.splice(entryCounts[data.nesting] ?? 0)
    entries.push(...withFinishedTest(inner, endedTest, ownPath, errors.get(data.name) ?? ''))
    if (data.nesting > 0) continue
    for (const entry of entries.splice(0)) write(toResult(entry))
  }
  // This reporter prints nothing, because another reporter prints the results.
  yield ''
}

/** The maximum stored characters of standard error. They explain a test file that does not load. */
const maxErrors = 20_000

/**
 * Returns one entry for a finished test, instead of its subtests; for a suite, its inner entries.
 */
function withFinishedTest(
  inner: readonly Entry[],
  { type, data }: FinishedTest,
  path: readonly string[],
  errorOutput: string,
): readonly Entry[] {
  const { message, failureType } =
    type === 'test:fail' ? failureTextOf(data.details.error) : noProblem
  if (data.details.type === 'suite') {
    // If a hook of a suite fails, Node only reports the tests of the suite as cancelled.
    if (failureType === 'hookFailed')
      for (const entry of inner) if (entry.isCancelled) entry.message = message
    return inner
  }
  const failed = inner.find(({ status }) => status === 'failed')
  const isSkipped = Boolean(data.skip ?? data.todo)
  return [
    {
      file: data.file,
      path,
      status: isSkipped ? 'skipped' : type === 'test:fail' ? 'failed' : 'passed',
      isCancelled: failureType === 'cancelledByParent',
      message:
        failureType === 'subtestsFailed' && failed !== undefined
          ? `${failed.path.at(-1)}: ${failed.message}`
          : message === 'test failed'
            ? firstError(errorOutput)
            : message,
    },
  ]
}

const noProblem = { message: '', failureType: '' }

function failureTextOf(error: Error): { readonly message: string; readonly failureType: string } {
  const { message, cause, failureType = '' } = error as Error & { readonly failureType?: string }
  const ownMessage = (cause as Partial<Error> | null | undefined)?.message
  return { message: ownMessage ?? message, failureType }
}

/** Finds the error that ended a process in the output of the process. */
const firstError = (output: string) => {
  const at = output.search(/^\w*Error\b/m)
  return at === -1 ? output : output.slice(at)
}

function toResult({ file, path, status, message }: Entry): TestResult {
  const place = file === undefined ? [] : [relative(process.cwd(), file)]
  return {
    id: [...new Set([...place, ...path])].join(' > '),
    selector: path.join(' '),
    status,
    ...(status === 'failed' && { message: shortMessage(message) }),
  }
}

// Node loads the default export of a reporter's file.
export { toleranceReporter as default }
