import type { JournalFilter, JournalLine } from '../../contract/control/journal.ts'
import { escapeLines } from '../../contract/escape.ts'
import type { RecordedExchange } from '../../contract/exchange.ts'
import { createTurnFake } from '../../mocks/turn-fake.ts'
import { listJournal } from '../../traffic/journal/query-journal.ts'
import { createFakeTurns } from '../../traffic/fake-turns/fake-turns.ts'
import { type ProxyOptions, startProxy } from '../../traffic/proxy/proxy.ts'
import { readJournalFilter } from '../../traffic/proxy/read-journal-filter.ts'
import { openRecorder, type Recorder, RecordingExistsError } from '../../traffic/record/recorder.ts'
import { createRedactor } from '../../traffic/redact/redactor.ts'
import { loadConfiguredTarget } from '../configured.ts'
import { createTestFake, type TestFakeOptions } from '../test-fake.ts'

/** The fake of a proxy for tests: its data, scripts, profile, seed and speed. */
export type ProxyFakeOptions = Omit<TestFakeOptions, 'maxWorlds'> & {
  /** Whether the fake plays turns. Default: true. */
  readonly turns?: boolean
  /** Further operations that the fake handles, such as `GET /api/agents*`. Its ids are made up. */
  readonly unsafe?: readonly string[]
}

/** The options of a proxy for tests. */
export type TestProxyOptions = Pick<
  ProxyOptions,
  'faults' | 'keep' | 'origin' | 'keepReading' | 'allowProduction' | 'ca'
> & {
  /** The deployment: one address, or several as `/prefix=ADDRESS`. */
  readonly to?: string | readonly string[]
  /** Instead of `to`: the name of a target in the config file. Default: its only target. */
  readonly target?: string
  /**
   * Judges the traffic by the rules of the conformance suite. A test fails if a rule that must hold
   * is broken; with `report`, findings are only reported.
   */
  readonly check?: boolean | 'report'
  /** Lets a fake play turns and handle `unsafe`. All other requests go to the deployment. */
  readonly fake?: boolean | ProxyFakeOptions
}

/** A broken rule of the conformance suite. */
export type TrafficFinding = {
  readonly rule: string
  readonly level: 'must' | 'should'
  readonly clause: string
  readonly operation: string
  readonly expected: string
  readonly got: string
  /** The number of exchanges that show the finding. */
  readonly count: number
}

/** A proxy in front of a deployment, for one test. */
export type TestProxy = {
  /** The base URL for the code under test, such as `http://127.0.0.1:41234`. */
  readonly url: string
  /** The base URL of the proxy's control API. */
  readonly control: string
  /** Adds faults, and returns their ids. Throws `FaultInputError` for faults that are not valid. */
  addFaults(faults: unknown): readonly string[]
  /** The exchanges of the test, the newest last. Throws an `Error` for a filter that is not valid. */
  journal(filter?: JournalFilter): readonly JournalLine[]
  /** The findings of `check` so far. Findings with the same cause are one finding. */
  findings(): Promise<readonly TrafficFinding[]>
}

/** Creates the check of traffic. Passed in, so that this module does not import the suite. */
export type CreateCheck = () => Promise<{
  add(exchange: RecordedExchange): Promise<readonly TrafficFinding[]>
  report(): { readonly findings: readonly TrafficFinding[] }
}>

/** A proxy that is open until its test is over. */
export type OpenTestProxy = {
  readonly proxy: TestProxy
  /** Closes the proxy, finishes its recording, and returns its findings. */
  close(): Promise<readonly TrafficFinding[]>
}

/**
 * Starts the proxy of a test on free ports. It records to the first of the HAR files that does not
 * exist yet; without files, it does not record.
 */
export async function openTestProxy(
  { to: given, target, check, fake, ...options }: TestProxyOptions,
  createCheck: CreateCheck,
  recordings: Iterable<string> = [],
): Promise<OpenTestProxy> {
  const { to, ca = options.ca } =
    given === undefined ? await loadConfiguredTarget(target) : { to: given }
  if (to === undefined)
    throw new TypeError(
      'The proxy has no deployment: set `to`, as in `to: "http://localhost:8000"`, or `target`, the name of one in a config file.',
    )
  const errors: unknown[] = []
  const judging = check === undefined || check === false ? undefined : await createCheck()
  const played = fake === undefined || fake === false ? undefined : openFake(fake)
  const recorder = openFirstRecorder(recordings)
  const running = await startProxy({
    ...options,
    ca,
    to,
    substitute: played?.substitute,
    onExchange: recorder?.add,
    judge:
      judging &&
      (async (exchange) => {
        const newFindings = await judging.add(exchange)
        return newFindings.map(({ rule, got }) => ({ rule, message: got }))
      }),
    onError: (error) => void errors.push(error),
  }).catch((error: unknown) => {
    recorder?.discard()
    played?.close()
    throw error
  })
  const findings = async () => {
    await running.findings.settled()
    return judging?.report().findings ?? []
  }
  const { url, control, journal, addFaults } = running
  return {
    proxy: {
      url,
      control,
      addFaults,
      journal(filter = {}) {
        const set = Object.entries(filter).filter(([, value]) => value !== undefined)
        const read = readJournalFilter(set.map(([name, value]) => [name, String(value)]))
        return listJournal({ name: 'proxy', seed: '', journal }, read)
      },
      findings,
    },
    async close() {
      await running.close()
      const allFindings = await findings()
      played?.close()
      await recorder?.finish()
      if (errors.length > 0) throw new AggregateError(errors, 'The proxy of the test had errors.')
      return allFindings
    },
  }
}

/**
 * Records to the first file that does not exist, even if another process is creating files, too.
 */
function openFirstRecorder(files: Iterable<string>): Recorder | undefined {
  let refusal: RecordingExistsError | undefined
  for (const file of files)
    try {
      return openRecorder(file, createRedactor({ key: crypto.getRandomValues(new Uint8Array(32)) }))
    } catch (error) {
      if (!(error instanceof RecordingExistsError)) throw error
      refusal = error
    }
  if (refusal !== undefined) throw refusal
  return undefined
}

function openFake(fakeOption: true | ProxyFakeOptions) {
  const { turns, unsafe, ...options } = fakeOption === true ? {} : fakeOption
  const fake = createTestFake({ fixture: 'empty', seed: 'proxy', ...options })
  const limits = { ...(turns !== undefined && { turns }), ...(unsafe !== undefined && { unsafe }) }
  return {
    substitute: createFakeTurns(createTurnFake(fake), limits),
    close: () => fake.close(),
  }
}

/** The findings as text, each on a line. */
export const findingsText = (findings: readonly TrafficFinding[]): string =>
  escapeLines(
    findings.map(
      ({ level, rule, clause, operation, expected, got, count }) =>
        `${level === 'must' ? 'FAIL' : 'WARN'} ${rule}  ${clause}  ${operation}, ${count === 1 ? 'one exchange' : `${count} exchanges`}: expected ${expected}, got ${got}`,
    ),
  )

/** Throws an error that names the broken rules of a test, unless they are only reported. */
export function requireNoFailures(
  findings: readonly TrafficFinding[],
  check: TestProxyOptions['check'],
): void {
  const broken = findings.filter(({ level }) => level === 'must')
  if (check !== true || broken.length === 0) return
  throw new Error(
    `The traffic of this test breaks rules that must hold:\n${findingsText(broken)}`.trimEnd(),
  )
}
