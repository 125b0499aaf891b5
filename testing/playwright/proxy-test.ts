import type { PlaywrightTestArgs, PlaywrightTestOptions, TestType } from '@playwright/test'
import { escapeJson } from '../../contract/escape.ts'
import {
  type CreateCheck,
  findingsText,
  openTestProxy,
  requireNoFailures,
  type TestProxy,
  type TestProxyOptions,
} from '../proxy/test-proxy.ts'
import { routeAppCalls } from './app.ts'

/** Options of the fixture `deployment`, for `test.use({ deploymentOptions })`. */
export type PageProxyOptions = TestProxyOptions & {
  /** Attaches the recording of each test to its report, as `session.har`. */
  readonly record?: boolean
  /**
   * The requests that the app sends to its own origin but that are meant for the platform: a URL
   * pattern as `page.route` takes it. Omit it if the app uses `deployment.url` as its base URL.
   */
  readonly calls?: string | RegExp
}

/** The fixtures of `proxyTest`. */
export type ProxyFixtures = {
  /** A proxy for this test only, in front of the deployment. */
  readonly deployment: TestProxy
  readonly deploymentOptions: PageProxyOptions
}

/** Extends a Playwright `test` with the fixture `deployment`. */
export function extendWithProxy<Args extends object, WorkerArgs extends object>(
  base: TestType<Args, WorkerArgs>,
  defaults: PageProxyOptions,
  createCheck: CreateCheck,
): TestType<Args & ProxyFixtures, WorkerArgs> {
  // Only Playwright's own fixtures are used here, not the additions of `base`.
  const plain = base as unknown as TestType<PlaywrightTestArgs & PlaywrightTestOptions, object>
  const extended = plain.extend<ProxyFixtures>({
    deploymentOptions: [defaults, { option: true }],
    deployment: async ({ deploymentOptions }, use, testInfo) => {
      const { record = false, calls: _, ...options } = deploymentOptions
      const file = record ? testInfo.outputPath('session.har') : undefined
      const { proxy, close } = await openTestProxy(options, createCheck, file)
      await use(proxy)
      const findings = await close()
      if (file !== undefined) await testInfo.attach('session.har', { path: file })
      if (findings.length > 0) {
        await testInfo.attach('findings', {
          body: findingsText(findings),
          contentType: 'text/plain',
        })
        await testInfo.attach('findings.json', {
          body: escapeJson(JSON.stringify(findings, null, 2)),
          contentType: 'application/json',
        })
      }
      requireNoFailures(findings, options.check)
    },
    // Depends on the fixture `deployment`, so that pages are closed before it.
    context: async ({ context, deployment: { url }, deploymentOptions: { calls } }, use) => {
      await routeAppCalls(context, { url, headers: {} }, calls === undefined ? {} : { calls })
      await use(context)
    },
  })
  return extended as unknown as TestType<Args & ProxyFixtures, WorkerArgs>
}
