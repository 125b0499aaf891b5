import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Prints one plain line at the end of a run, for continuous integration. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const count = (state: string) => states.filter((one) => one === state).length
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length
    const skipped = count('skipped') === 0 ? '' : `${count('skipped')} skipped\n`
    const line = `${count('passed')} passed, ${count('failed') + broken} failed`
    const file = process.env['UNDERSTUDY_SUMMARY']
    if (file !== undefined) writeFileSync(file, `${skipped}${line}\n`)
  }
}
