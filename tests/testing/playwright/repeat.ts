import { runSideBySide } from './run.ts'

// Run by hand: `tsx tests/testing/playwright/repeat.ts [workers] [tests] [repetitions]`.
const [workers = 8, tests = 400, repetitions = 5] = process.argv.slice(2).map(Number)

for (let round = 1; round <= repetitions; round++) {
  const { stats, errors, turns, left } = await runSideBySide(workers, tests)
  const { expected, unexpected, flaky } = stats
  process.stdout.write(
    `${round}: ${expected} passed, ${unexpected} failed, ${flaky} flaky, ${errors.length} errors, ` +
      `${turns} turns, ${left.length} worlds left, with ${workers} workers\n`,
  )
  for (const error of errors) process.stdout.write(`${JSON.stringify(error)}\n`)
  if (expected !== tests || left.length > 0) process.exitCode = 1
}
