import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configuredLine } from '../../cli/run-command.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { folder } = temporaryFolder()
let count = 0

/** A new project with these files. */
export async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder.path, `project-${++count}`)
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    await mkdir(join(path, name, '..'), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return path
}

/** A config file with two targets. */
export const yaml = `\
port: 4100
profile: deployed-0.8
fixture: data.yaml
scenarios: scripts
targets:
  staging:
    url: https://staging.test
    credentials:
      email: qa@example.com
      password: STAGING_PASSWORD
      restricted_key: STAGING_RESTRICTED
    plan: turn
    baseline: known.yaml
    max_turns: 4
  qa-2:
    url: http://127.0.0.1:9
`

/** A project with this config file, and the files that it names. */
export const files = {
  'understudy.config.yaml': yaml,
  'data.yaml': '',
  'known.yaml': '',
  'scripts/_a': '',
}
const variables = { STAGING_PASSWORD: '-secret=1', STAGING_RESTRICTED: 'svc_1' }

/** A command line with the settings of a config file, as one line. */
export const lineOf = async (
  cwd: string,
  line: string,
  more: Record<string, string | undefined> = {},
) =>
  (await configuredLine(line.split(' '), { cwd, variables: { ...variables, ...more } })).join(' ')

/** Why a command line is refused. */
export const refusalOf = (
  cwd: string,
  line: string,
  more: Record<string, string | undefined> = {},
) =>
  lineOf(cwd, line, more).then(
    (made) => `no refusal: ${made}`,
    (error: Error) => `${error.name}: ${error.message}`,
  )
