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
    /** The findings of the check of `useProxy` in the traffic of a test. */
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
    const file = record === undefined ? undefined : await freeFile(record, task.name)
    const testProxy = await openTestProxy(proxyOptions, createCheck, file)
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

/** A file for the recording of a test. A recording never overwrites another one. */
async function freeFile(folder: string, test: string): Promise<string> {
  const { mkdir, readdir } = await import('node:fs/promises')
  const { join } = await import('node:path')
  await mkdir(folder, { recursive: true })
  const existingFiles = new Set(await readdir(folder))
  const words = test.toLowerCase().match(/[a-z0-9]+/g) ?? ['test']
  const name = words.join('-').slice(0, 60)
  for (let count = 1; ; count++) {
    const file = count === 1 ? `${name}.har` : `${name}-${count}.har`
    if (!existingFiles.has(file) && !existingFiles.has(`${file}.part`)) return join(folder, file)
  }
}
