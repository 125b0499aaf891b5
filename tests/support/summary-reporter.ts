import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { isProving } from './proving.ts'

/**
 * Prints the skipped tests, and as the last line `N passed, N failed`. `UNDERSTUDY_SUMMARY` names a
 * file for these lines, too.
 */
export class SummaryReporter implements Reporter {
  #isFiltered = false

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined
  }

  async onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): Promise<void> {
    const results = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result()),
    )
    const count = (state: string) => results.filter((one) => one.state === state).length
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length
    const usual = await this.#reasonToSkip()
    // A test that skips itself says why.
    const reasons = results.flatMap((one) => (one.state === 'skipped' ? [one.note ?? usual] : []))
    const lines = [
      ...[...Map.groupBy(reasons, (reason) => reason)].map(
        ([reason, { length }]) => `${length} skipped: ${reason}`,
      ),
      `${count('passed')} passed, ${count('failed') + broken} failed`,
    ]
    const text = lines.map((line) => `${line}\n`).join('')
    const file = process.env['UNDERSTUDY_SUMMARY']
    if (file !== undefined) writeFileSync(file, text)
    process.stdout.write(text)
  }

  async #reasonToSkip(): Promise<string> {
    const { browserAdvice, foundBrowser } = await import('./find-browser.ts')
    if (foundBrowser === undefined)
      return `all tests of pages among them, because there is no browser; \`${browserAdvice}\` brings one`
    if (this.#isFiltered)
      return 'most by `-t`; with UNDERSTUDY_PROVE=all, it also runs what `npm test` leaves out'
    return isProving ? 'lines above say what they need' : '`npm run prove` runs them'
  }
}
