import { isProving } from './proving.ts'

/**
 * Test files that take long, with their seconds in `npm test` and in `npm run prove`. They start
 * first: if one started last, the other cores would be idle. Parts of a proof are balanced by these
 * figures, which need not be exact.
 */
const seconds: Readonly<Record<string, readonly [test: number, proof: number]>> = {
  'traffic/import/variants': [2, 700],
  'whole/fuzz-worlds': [2, 600],
  'whole/fuzz-behaviour': [2, 400],
  'mocks/adapters/persistence-crash': [3, 426],
  'cli/secrets-in-output': [8, 20],
  'conformance/mechanical-mutants': [12, 324],
  'console/layouts': [6, 292],
  'examples/examples': [24, 286],
  'testing/tolerance/cli': [8, 264],
  'conformance/blocked-checks': [2, 200],
  'client/resume': [2, 80],
  'conformance/precision': [4, 247],
  'conformance/calibrate': [8, 227],
  'conformance/killed': [7, 203],
  'conformance/passive-calibration': [4, 191],
  'traffic/proxy-leaks': [2, 122],
  'conformance/variants': [13, 60],
  'entries/consumer': [18, 60],
  'entries/test-runners': [0, 60],
  'entries/bundlers': [0, 60],
  'whole/parity-conformance': [18, 60],
  'whole/parity': [18, 40],
  'whole/surface': [5, 90],
  'testing/playwright-fixture': [16, 40],
}
const usual = [2, 8] as const

/** The duration of a test file in seconds, by its path from the root. */
export function secondsOf(path: string): number {
  const name = path.replace(/^.*\btests\//, '').replace(/\.test\.ts$/, '')
  return (seconds[name] ?? usual)[isProving ? 1 : 0]
}
