import * as z from 'zod/mini'
import { described } from '../../described.ts'
import { strictMap } from '../../explain-issues.ts'

const text = z.string().check(z.minLength(1, 'It needs some text'))
const describeOptional = <Schema extends z.ZodMiniType>(schema: Schema, says: string) =>
  described(z.optional(schema), says)

/** Allows no lower-case letters, so that a password rarely passes as the name of a variable. */
const variablePattern = /^[A-Z_][A-Z0-9_]*$/
const variableName = (whose: string) =>
  describeOptional(
    z.string().check(z.regex(variablePattern)),
    `The name of the environment variable with ${whose}, such as STAGING_PASSWORD.`,
  )
const emailOrVariable = (whose: string) =>
  describeOptional(
    z.string().check(z.regex(/^(?:[A-Z_][A-Z0-9_]*|[^\s@]+@[^\s@]+)$/)),
    `The email of ${whose}, or the name of the environment variable with it.`,
  )

/** Whether a text is the name of an environment variable (and not an email). */
export const isVariable = (given: string): boolean => variablePattern.test(given)

const credentials = strictMap({
  email: emailOrVariable('a user made for tests'),
  password: variableName('the password of that user'),
  other_email: emailOrVariable('a second user, for the rules of ownership'),
  other_password: variableName('the password of the second user'),
  api_key: variableName('a key with full access'),
  expired_token: variableName('an access token that has expired'),
  restricted_email: emailOrVariable('a user with restricted rights'),
  restricted_password: variableName('the password of the restricted user'),
  restricted_key: variableName('an API key of the restricted user'),
})

const credentialNames = Object.keys(credentials.shape)
const belongsToCredentials = Object.fromEntries(
  credentialNames.map((name) => [
    name,
    'under "credentials", as the name of an environment variable',
  ]),
)

const httpUrl = z
  .string()
  .check(z.regex(/^https?:\/\/[^\s/@]+(?:\/[^\s@]*)?$/, 'It must be an http or https address'))
const origin = z.string().check(z.regex(/^https?:\/\/[^\s/@?#]+$/))
const count = z.int().check(z.minimum(0), z.maximum(10_000))

const target = strictMap(
  {
    url: described(httpUrl, 'The root address of the deployment.'),
    credentials: describeOptional(
      credentials,
      'Who signs in. Secrets are in environment variables.',
    ),
    plan: describeOptional(
      z.enum(['smoke', 'core', 'turn', 'full', 'destructive']),
      'The plan of conform and calibrate.',
    ),
    profile: describeOptional(text, 'A profile whose shapes conform compares: a file or folder.'),
    baseline: describeOptional(text, 'The file of known failures.'),
    ca: describeOptional(text, 'A file of PEM certificates to trust.'),
    proxy: describeOptional(httpUrl, 'The HTTP proxy on the way to the deployment.'),
    agent: describeOptional(text, 'The id of an agent that calls tools and suggests questions.'),
    tool_query: describeOptional(text, 'A query for which the agent calls a tool.'),
    max_turns: describeOptional(count, 'The most turns of an agent that a run starts.'),
    max_time: describeOptional(
      z.int().check(z.minimum(1)),
      'The time limit of a run, in milliseconds.',
    ),
    rate: describeOptional(count.check(z.minimum(1)), 'The most requests per second.'),
  },
  {
    elsewhere: {
      ...belongsToCredentials,
      token: 'under "credentials", as "api_key" or "expired_token"',
      base_url: 'to flags; write "url"',
    },
  },
)

/** The schema of `understudy.config.yaml`. Paths are relative to the file. */
export const config = strictMap(
  {
    $schema: describeOptional(z.string(), 'The schema of the file, for editors.'),
    port: describeOptional(z.int().check(z.minimum(0), z.maximum(65_535)), 'The port of `serve`.'),
    allow_origin: describeOptional(
      z.array(origin),
      'Origins whose pages may call, in addition to those that the profile lists.',
    ),
    profile: describeOptional(
      text,
      'The deployment to play: a shipped profile, or a file or folder.',
    ),
    fixture: describeOptional(text, 'The data at start: a shipped fixture, or a file.'),
    scenarios: describeOptional(text, 'The folder of your own scripts.'),
    targets: describeOptional(
      z.record(
        z
          .string()
          .check(z.regex(/^[a-z][a-z0-9-]*$/, 'A name has small letters, digits and dashes')),
        target,
      ),
      'Deployments by name, for `--target NAME`.',
    ),
  },
  {
    elsewhere: {
      ...belongsToCredentials,
      target: 'under "targets", by its name',
      url: 'to a target, under "targets"',
      baseline: 'to a target, under "targets"',
      plan: 'to a target, under "targets"',
    },
  },
)

/**
 * The settings of `understudy.config.yaml`, for a config file in TypeScript or JavaScript.
 *
 * @example
 * ```ts
 * // understudy.config.ts
 * import type { UnderstudyConfig } from 'agent-understudy'
 *
 * export default {
 *   fixture: 'data.yaml',
 *   targets: { staging: { url: 'https://staging.example.com' } },
 * } satisfies UnderstudyConfig
 * ```
 */
export type UnderstudyConfig = z.input<typeof config>

/** A deployment that the config file names. */
export type ConfigTarget = z.output<typeof target>
