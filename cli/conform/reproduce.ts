import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Check, isActive, type Plan } from '../../conformance/session/check.ts'
import { exitCode, type Report } from '../../conformance/report/report.ts'
import { credentialVariables, turnsOf } from '../../conformance/report/reproduction-script.ts'
import { toMilliseconds } from '../../contract/duration.ts'
import { shellWord } from '../../contract/escape.ts'
import { formatCount } from '../../contract/format-count.ts'
import { guessText, type OutputIo, UsageError, writeLines } from '../command-line.ts'
import { type ConformOptions, runFlags } from './flags.ts'

/**
 * Selects what to run to reproduce one check: only this check, in the cheapest plan that has it. A
 * rule about all traffic needs the whole plan. Throws `UsageError` for an unknown id.
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

/**
 * Returns the command line that repeats a run, with the flags that change its requests. It omits
 * credentials, which come from variables, and the proxy, whose address may contain a password.
 */
export function commandOf(given: ConformOptions): string {
  const { target, plan, grace, timeout, maxTime, maxTurns, rate, profile, ca } = given
  const { plan: usual, ...times } = runFlags
  const flags: Readonly<Record<string, string | number | undefined>> = {
    plan: plan === usual.default ? undefined : plan,
    grace: isDefault(grace, times.grace) ? undefined : `${grace}ms`,
    timeout: isDefault(timeout, times.timeout) ? undefined : `${timeout}ms`,
    'max-time': isDefault(maxTime, times['max-time']) ? undefined : `${maxTime}ms`,
    'max-turns': maxTurns,
    rate,
    'tool-query': target.toolQuery,
    agent: target.agentId,
    profile,
    ca,
  }
  return [
    `npx agent-understudy conform --base-url ${shellWord(target.baseUrl)}`,
    ...Object.entries(flags).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name} ${shellWord(String(value))}`],
    ),
    ...(given.allowsProduction ? ['--allow-production'] : []),
  ].join(' ')
}

/** Whether a flag has its default value, so that the printed command can omit it. */
const isDefault = (value: number | undefined, flag: { readonly default: string }): boolean =>
  value === undefined || value === toMilliseconds(flag.default)

type ReproductionOptions = ConformOptions & { readonly stop: AbortSignal }

/**
 * If a check failed, prints its script on stdout, runs the script, and prints its output on stderr.
 * Resolves to 0 if the check passed, 1 if it failed, 130 when stopped, else the report's exit code.
 */
export async function printReproduction(
  id: string,
  report: Report,
  options: ReproductionOptions,
  { stdout, stderr }: OutputIo,
): Promise<number> {
  const result = report.results.find((one) => one.id === id)
  const { verdict = 'skipped', message = '', reproduce } = result ?? {}
  const print = (...lines: readonly string[]) => writeLines(stderr, ...lines)
  if (verdict === 'pass' || verdict === 'observed') {
    print(`${id}: ${verdict}: it does not fail here, so there is no script. ${largerRunHint}`)
    return report.interrupted ? 130 : 0
  }
  print(`${id}: ${verdict}: ${message}`)
  if (reproduce === undefined) {
    const isFailed = verdict === 'fail' || verdict === 'warn'
    print(isFailed ? noScriptReason : largerRunHint)
    return exitCode(report) || 6
  }
  stdout.write(reproduce)
  const { maxTurns = Number.POSITIVE_INFINITY } = options
  const [turns, left] = [turnsOf(reproduce), maxTurns - report.spent.turns]
  if (turns > left) {
    print(
      `The script was not run: it starts ${formatCount(turns, 'turn')}, and --max-turns ${maxTurns} allows only ${left} more.`,
    )
    return options.stop.aborted ? 130 : 1
  }
  print('The script prints:', ...(await runScript(reproduce, options)).trimEnd().split('\n'))
  return options.stop.aborted ? 130 : 1
}

const noScriptReason =
  'There is no script: no single request shows this failure, or the request needs a changed secret. This command ran the check again.'

const largerRunHint =
  'If it only fails in a larger run, add --report json=FILE there: the script is its field `reproduce`.'

/** Runs a script in a separate process, with the credentials and network options of the run. */
async function runScript(
  script: string,
  { target, ca, proxy, stop }: ReproductionOptions,
): Promise<string> {
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
  // If the run is stopped, `signal` kills the process, which then emits an error.
  child.on('error', () => undefined)
  child.stdin.end(script)
  const outputs: readonly Readable[] = [child.stdout, child.stderr]
  return (await Promise.all(outputs.map((output) => text(output)))).join('')
}
