import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Plan } from '../../conformance/session/check.ts'
import { type Check, isActive } from '../../conformance/session/check.ts'
import type { Target } from '../../conformance/session/test-session.ts'
import type { Report } from '../../conformance/report/report.ts'
import { credentialVariables } from '../../conformance/report/reproduction-script.ts'
import { escapeLines } from '../../contract/escape.ts'
import { guessText, type OutputIo, UsageError } from '../command-line.ts'
import type { NetworkOptions } from './target-run.ts'

/** The run of one check, in the cheapest plan that has it. Throws `UsageError` for an unknown id. */
export function selectReproduced(
  id: string,
  checks: readonly Check[],
  plan: Plan,
): { readonly only: readonly string[]; readonly plan: Plan } {
  const check = checks.find((one) => one.id === id)
  if (check !== undefined) return { only: [id], plan: isActive(check) ? check.plan : plan }
  const ids = checks.map((one) => one.id)
  throw new UsageError(`--reproduce ${id}: there is no such check.${guessText(id, ids)}`)
}

type Means = NetworkOptions & {
  readonly target: Target
  readonly stop: AbortSignal
}

/**
 * Prints the script of the one check that ran, if it failed, on stdout, runs it, and prints its output
 * on stderr. Resolves to the exit code: 0 it passed, 1 it failed, 6 it was not decided.
 */
export async function printReproduction(
  { results: [result] }: Report,
  means: Means,
  { stdout, stderr }: OutputIo,
): Promise<0 | 1 | 6> {
  const { id = '', verdict = 'skipped', message = '', reproduce } = result ?? {}
  const isBroken = verdict === 'fail' || verdict === 'warn'
  if (reproduce === undefined) {
    const said =
      verdict === 'pass' || verdict === 'observed'
        ? 'it holds when it runs alone, so there is nothing to show'
        : message
    stderr.write(escapeLines([`${id}: ${verdict}: ${said}`]))
    return isBroken ? 1 : verdict === 'pass' || verdict === 'observed' ? 0 : 6
  }
  stdout.write(reproduce)
  stderr.write(escapeLines([`${id}: ${verdict}: ${message}`, 'The script prints:']))
  stderr.write(escapeLines((await run(reproduce, means)).trimEnd().split('\n')))
  return 1
}

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
