import { afterAll, beforeEach } from 'vitest'
import { RunningTests } from './running-tests.ts'
import type {
  CreateCheck,
  OpenTestProxy,
  TestProxy,
  TestProxyOptions,
  TrafficFinding,
} from '../proxy/test-proxy.ts'

/** Options of `useProxy`. */
export type UseProxyOptions = TestProxyOptions & {
  /** Records the traffic of each test to a file in this folder, named after the test. */
  readonly record?: string
}

declare module 'vitest' {
  interface TaskMeta {
    /** What the check of `useProxy` found in the traffic of a test. */
    findings?: readonly TrafficFinding[]
  }
}

/** Starts a proxy before each test, and closes it after the test. */
export function declareProxy(options: UseProxyOptions, createCheck: CreateCheck): TestProxy {
  const { record, ...proxyOptions } = options
  let open: OpenTestProxy | undefined
  const running = new RunningTests()
  const current = (): TestProxy => {
    if (running.count > 1)
      throw new Error('Concurrent tests would share one proxy: run them one after the other.')
    if (open !== undefined) return open.proxy
    throw new Error('The proxy starts with each test: use it only in tests and hooks.')
  }
  beforeEach(async ({ task }) => {
    await running.endSkipped(task)
    // Loaded here, because tests in a browser may import this module for its other parts.
    const { openTestProxy, requireNoFailures } = await import('../proxy/test-proxy.ts')
    const files = record === undefined ? [] : await recordingFiles(record, task.name)
    const testProxy = await openTestProxy(proxyOptions, createCheck, files)
    open = testProxy
    return running.begin(task, async () => {
      if (open === testProxy) open = undefined
      const findings = await testProxy.close()
      if (findings.length > 0) task.meta.findings = findings
      requireNoFailures(findings, proxyOptions.check)
    })
  })
  afterAll(() => running.endAll())
  return {
    get url() {
      return current().url
    },
    get control() {
      return current().control
    },
    addFaults: (faults) => current().addFaults(faults),
    journal: (filter) => current().journal(filter),
    findings: () => current().findings(),
  }
}

/**
 * Returns possible files for the recording of a test: the first free one is used. Creates the
 * folder.
 */
export async function recordingFiles(folder: string, test: string): Promise<Iterable<string>> {
  const { mkdir } = await import('node:fs/promises')
  const { join } = await import('node:path')
  await mkdir(folder, { recursive: true })
  const words = test.toLowerCase().match(/[a-z0-9]+/g) ?? ['test']
  return numberedFiles(join(folder, words.join('-').slice(0, 60)))
}

function* numberedFiles(path: string): Generator<string> {
  yield `${path}.har`
  for (let count = 2; ; count++) yield `${path}-${count}.har`
}
