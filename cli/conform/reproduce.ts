import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Check, isActive, type Plan } from '../../conformance/session/check.ts'
import type { Target } from '../../conformance/session/test-session.ts'
import { exitCode, type Report } from '../../conformance/report/report.ts'
import { credentialVariables } from '../../conformance/report/reproduction-script.ts'
import { escapeLines } from '../../contract/escape.ts'
import { guessText, type OutputIo, UsageError } from '../command-line.ts'
import type { NetworkOptions } from './target-run.ts'

/**
 * The run that shows one check: it alone, in the cheapest plan that has it, or the whole plan for a rule
 * about all traffic. Throws `UsageError` for an unknown id.
 */
export function selectReproduced(
  id: string,
  checks: readonly Check[],
  plan: Plan,
): { readonly only: readonly string[]; readonly plan: Plan } {
  const check = checks.find((one) => one.id === id)
  if (check !== undefined)
    return isActive(check) ? { only: [id], plan: check.plan } : { only: [], plan }
  const ids = checks.map((one) => one.id)
  throw new UsageError(`--reproduce ${id}: there is no such check.${guessText(id, ids)}`)
}

type Means = NetworkOptions & {
  readonly target: Target
  readonly stop: AbortSignal
}

/**
 * Prints the script of a check, if it failed, on stdout, runs it, and prints its output on stderr.
 * Resolves to the exit code: 0 it passed, 1 it failed, else that of the report.
 */
export async function printReproduction(
  id: string,
  report: Report,
  means: Means,
  { stdout, stderr }: OutputIo,
): Promise<number> {
  const result = report.results.find((one) => one.id === id)
  const { verdict = 'skipped', message = '', reproduce } = result ?? {}
  const print = (...lines: readonly string[]) => stderr.write(escapeLines(lines))
  if (verdict === 'pass' || verdict === 'observed') {
    print(`${id}: ${verdict}: it holds here, so there is nothing to show. ${elsewhere}`)
    return report.interrupted ? 130 : 0
  }
  print(`${id}: ${verdict}: ${message}`)
  if (reproduce === undefined) {
    if (verdict !== 'fail' && verdict !== 'warn') print(elsewhere)
    return exitCode(report) || 6
  }
  stdout.write(reproduce)
  print('The script prints:', ...(await run(reproduce, means)).trimEnd().split('\n'))
  return means.stop.aborted ? 130 : 1
}

const elsewhere =
  'If it fails in a run of more checks, the script of that run is `reproduce` in --report json=FILE.'

/** Runs a script in a process of its own, with the credentials and the network of the run. */
async function run(script: string, { target, ca, proxy, stop }: Means): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: {
      ...process.env,
      ...credentialVariables(target),
      ...(ca !== undefined && { NODE_EXTRA_CA_CERTS: ca }),
      ...(proxy !== undefined && {
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY: proxy,
        HTTPS_PROXY: proxy,
      }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: stop,
  })
  // A stop of the run kills it.
  child.on('error', () => undefined)
  child.stdin.end(script)
  const outputs: readonly Readable[] = [child.stdout, child.stderr]
  return (await Promise.all(outputs.map((output) => text(output)))).join('')
}
