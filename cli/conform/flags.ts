import { plans } from '../../conformance/session/check.ts'
import type { Target } from '../../conformance/session/test-session.ts'
import { UsageError } from '../command-line.ts'
import type { Flags, FlagValues } from '../flags.ts'
import { allowsProduction } from '../production.ts'
import {
  addressFlag,
  networkFlags,
  productionFlags,
  quietFlag,
  targetFlags as namedTargetFlags,
} from '../shared-flags.ts'
import { choiceOf, duration, withGithub, reportFile, wholeNumber } from '../value-types.ts'
import { fileFormats } from './reports.ts'

/** A credential can also come from a variable, because other users can see command lines. */
export const secretFlag = { variable: true, config: 'credential' } as const

/** Flags for the address of a deployment and the connection to it. */
export const targetFlags = {
  ...namedTargetFlags,
  'base-url': {
    ...addressFlag,
    // `--list` prints the checks without a deployment.
    requiredUnless: ['list'],
    excludes: { traffic: '--traffic judges a recording, without a deployment' },
    help: 'the root address of the deployment',
  },
  email: { ...secretFlag, value: 'EMAIL', needs: ['password'], help: 'a user made for tests' },
  password: { ...secretFlag, value: 'TEXT', needs: ['email'], help: 'the password of that user' },
  'other-email': {
    ...secretFlag,
    value: 'EMAIL',
    needs: ['other-password'],
    help: 'a second user, for the rules of ownership',
  },
  'other-password': {
    ...secretFlag,
    value: 'TEXT',
    needs: ['other-email'],
    help: 'the password of the second user',
  },
  'api-key': {
    ...secretFlag,
    value: 'KEY',
    help: 'a key with full access, for a deployment without login',
  },
  'expired-token': { ...secretFlag, value: 'TOKEN', help: 'an access token that has expired' },
  ...networkFlags,
} as const satisfies Flags

const runDuration = (example: string) => duration({ min: '0s', max: '20d', example, unit: 'ms' })

/** Flags that limit a run. */
export const runFlags = {
  plan: {
    value: 'PLAN',
    type: choiceOf(plans),
    default: 'core',
    config: 'target',
    help: 'smoke (only reads), core (no agent turns), turn, full or destructive',
  },
  grace: {
    value: 'TIME',
    type: runDuration('3s'),
    default: '3s',
    help: 'how long a change may take to become visible',
  },
  timeout: {
    value: 'TIME',
    type: runDuration('30s'),
    default: '30s',
    help: 'the time limit of one request and its response',
  },
  'max-time': {
    value: 'TIME',
    type: runDuration('10m'),
    default: '10m',
    config: 'target',
    help: 'the time limit of the run; then the remaining checks are skipped. The clean-up can take another minute',
  },
  'max-turns': {
    value: 'N',
    type: wholeNumber(0, 10_000),
    config: 'target',
    help: 'starts at most N turns of an agent, also on a target that refuses nothing, and skips the rest',
  },
  rate: {
    value: 'N',
    type: wholeNumber(1, 10_000),
    config: 'target',
    help: 'sends at most N requests per second',
  },
  'dry-run': { help: 'prints the cost of the selected checks, and sends nothing' },
  ledger: {
    value: 'FILE',
    help: 'records everything that the run creates (default: .understudy/residue-<host>.ndjson); `agent-understudy conform gc` deletes the records of a killed run',
  },
  ...productionFlags('runs a plan that writes'),
  ...quietFlag,
} as const satisfies Flags

/** Flags that choose a turn with tool calls and suggestions. */
export const turnFlags = {
  'tool-query': {
    value: 'TEXT',
    config: 'target',
    help: 'a query for which the agent calls a tool (default: a suggested question of the agent)',
  },
  agent: {
    value: 'ID',
    config: 'target',
    help: 'an agent that calls tools and suggests questions (default: a listed agent that does)',
  },
} as const satisfies Flags

/** The values for `--only`: a pattern for each section of checks, and the id of each check. */
export function checkPatterns(checks: readonly { readonly id: string }[]): readonly string[] {
  const ids = checks.map(({ id }) => id)
  return [...new Set(ids.map((id) => `${id.split('.')[0]}.*`)), ...ids]
}

/** Flags that select checks and the destination of results. */
export const reportFlags = {
  only: {
    value: 'GLOB',
    values: async () =>
      checkPatterns((await import('../../conformance/checks/all-checks.ts')).allChecks),
    isRepeatable: true,
    help: 'runs only checks whose id matches, such as keys.*',
  },
  profile: {
    value: 'PATH',
    config: 'target',
    help: 'also compares responses with the shapes in this profile; a difference is only reported, but fails with --strict',
  },
  baseline: {
    value: 'FILE',
    config: 'target',
    help: 'known failures, each with an owner, a reason and an expiry date',
  },
  'write-baseline': {
    value: 'FILE',
    help: 'writes a baseline with the current failures; without --owner and --reason, fill both in for each',
  },
  owner: {
    value: 'TEXT',
    needs: ['write-baseline'],
    help: 'who is responsible for the new entries of --write-baseline',
  },
  reason: {
    value: 'TEXT',
    needs: ['write-baseline'],
    help: 'why the failures in the new entries of --write-baseline are accepted',
  },
  report: {
    value: 'FORMAT=FILE',
    type: withGithub(reportFile(fileFormats)),
    isRepeatable: true,
    help: 'writes a report: json, junit, markdown (for the summary of a step) or html; `--report github` prints annotations for GitHub Actions',
  },
  reproduce: {
    value: 'ID',
    values: async () =>
      (await import('../../conformance/checks/all-checks.ts')).allChecks.map(({ id }) => id),
    excludes: {
      only: '--reproduce runs only its own check',
      report: '--reproduce prints a script',
      list: '--reproduce sends requests',
      'dry-run': '--reproduce sends requests',
      json: '--reproduce prints a script',
    },
    help: 'runs one check; if it fails, prints a script that shows the failure, and runs the script',
  },
  list: { help: 'lists the selected checks with level, plan and clause; sends nothing' },
  json: {
    excludes: { 'dry-run': '--dry-run prints a table' },
    help: 'prints the report, or the list, as JSON',
  },
  strict: { help: 'treats warnings, and differences from the shapes of --profile, as failures' },
} as const satisfies Flags

export const conformFlags = { ...targetFlags, ...runFlags, ...turnFlags, ...reportFlags } as const

/** The options of a run, from its flags. */
export function runOptions<Given extends FlagValues<typeof targetFlags & typeof runFlags>>(
  given: Given,
) {
  const { baseUrl = '', email, password, otherEmail, otherPassword, apiKey, expiredToken } = given
  if (email !== undefined && email.toLowerCase() === otherEmail?.toLowerCase())
    throw new UsageError(
      '--email and --other-email (or their variables) name the same user: the rules of ownership need a second one.',
    )
  const users = { email, password, otherEmail, otherPassword }
  const target: Target = { baseUrl, ...users, apiKey, expiredToken }
  const { target: _name, ...rest } = given
  return { ...rest, target, allowsProduction: allowsProduction(given) }
}

/** The options of a run of `conform`, from its flags. */
export function conformOptions(given: FlagValues<typeof conformFlags>) {
  const { target, ...options } = runOptions(given)
  return { ...options, target: { ...target, toolQuery: given.toolQuery, agentId: given.agent } }
}

export type ConformOptions = ReturnType<typeof conformOptions>
