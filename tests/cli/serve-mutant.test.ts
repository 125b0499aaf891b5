import { describe, expect, it } from 'vitest'
import { conform } from '../../cli/conform.ts'
import { mutantListText } from '../../cli/serve/mutant.ts'
import type { Plan } from '../../conformance/session/check.ts'
import { choiceMutants, allMutants, mutantKilledBy } from '../../conformance/mutants/all-mutants.ts'
import { toTerminal } from '../../conformance/reporters/documents.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { ownLimits } from '../../contract/limits.ts'
import { type Ready, refusal, outputOf, start } from '../support/start-serve.ts'

const demoPassword = 'demo-password'

/** Starts a server with these flags; returns the result of `visit` as `seen`, and its errors. */
async function visited<T>(flags: readonly string[], visit: (ready: Ready) => Promise<T>) {
  const { output, errors, stop } = await start('--json', '--speed', 'max', ...flags)
  try {
    return { seen: await visit(JSON.parse(output) as Ready), errors: errors.join('') }
  } finally {
    await stop()
  }
}

const checkedBy =
  (check: string, plan: Plan) =>
  async ({ url, users: [user] }: Ready) => {
    const report = await runConformance({
      target: { baseUrl: url, email: user?.email, password: user?.password },
      plan,
      only: [check],
    })
    return { verdict: report.results[0]?.verdict, terminalText: toTerminal(report) }
  }

const noCredential = async ({ url }: Ready) => (await fetch(`${url}/api/agents`)).json()

const tooMuch = async ({ url }: Ready) => {
  const body = ' '.repeat(ownLimits.bodyBytes + 1)
  return (await fetch(`${url}/api/auth/login`, { method: 'POST', body })).status
}

describe('`serve --mutant`', () => {
  it.each([
    ['lists.items-is-an-array', 'core'],
    ['sse.every-event-has-data', 'turn'],
    ['sse.data-is-json', 'turn'],
  ] as const)(
    '`serve --mutant` serves a bug that %s detects, and the report says how to reproduce it',
    async (check, plan) => {
      const id = mutantKilledBy(check) ?? ''
      const { seen, errors } = await visited(['--mutant', id], checkedBy(check, plan))
      expect(seen.verdict).toBe('fail')
      expect(seen.terminalText).toContain(
        `A server with such a bug: npx agent-understudy serve --mutant ${id}\n`,
      )
      expect(errors).toContain('Deliberate bug: ')
      expect(errors).toContain(`The check ${check} detects it.`)
      const right = await visited([], checkedBy(check, plan))
      expect(right.seen.verdict).toBe('pass')
      expect(right.errors).toBe('')
    },
  )

  /** Runs `conform --reproduce` against a server with a mutant; returns the exit code and the output. */
  async function reproduceOn(mutant: string, ...flags: readonly string[]) {
    const output = { stdout: '', stderr: '' }
    const io = {
      stdout: { write: (text: string) => void (output.stdout += text) },
      stderr: { write: (text: string) => void (output.stderr += text) },
    }
    const { seen } = await visited(['--mutant', mutant], ({ url, users: [user] }) => {
      const given = [`--base-url=${url}`, `--email=${user?.email}`, `--password=${demoPassword}`]
      return conform([...given, '--quiet', '--reproduce', ...flags], io)
    })
    return { code: seen, ...output }
  }

  it('`conform --reproduce` prints a script that shows the failure, and the output of this script', async () => {
    const { code, stdout, stderr } = await reproduceOn(
      'fifty-by-default',
      'lists.size-is-20-by-default',
    )
    expect(code).toBe(1)
    expect(stdout).toMatch(/^\/\/ Shows the failure of lists\.size-is-20-by-default/)
    expect(stdout).not.toContain(demoPassword)
    expect(stderr).toMatch(
      /got 50 .*\nThe script prints:\n.*got 50\nPOST \/api\/auth\/login as no credential → 200\n.* as user → 200\n[^]*"size":50/,
    )
  })

  it('`conform --reproduce` does not run a script whose turns would exceed --max-turns', async () => {
    const check = ['scopes.agents-may-not-dag', '--max-turns', '1']
    const { code, stdout, stderr } = await reproduceOn('overreach-agents-dag', ...check)
    expect(code).toBe(1)
    expect(stdout).toContain('\n// It starts 1 turn of an agent.\n')
    expect(stderr).toContain(
      'The script was not run: it starts 1 turn, and --max-turns 1 allows only 0 more.',
    )
  })

  it('`conform --reproduce` says why a failure has no script', async () => {
    const check = 'credentials.other-prefix-is-rejected-everywhere'
    const { code, stdout, stderr } = await reproduceOn('prefix-of-a-key-is-ignored', check)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      'There is no script: no single request shows this failure, or the request needs a changed secret.',
    )
  })

  it('`conform --reproduce` has nothing to show on a correct server, and refuses an unknown check', async () => {
    const printed: string[] = []
    const write = (text: string) => void printed.push(text)
    const io = { stdout: { write }, stderr: { write } }
    const { seen } = await visited([], ({ url }) =>
      conform(['--base-url', url, '--quiet', '--reproduce', 'errors.success-is-false'], io),
    )
    expect([seen, printed.join('')]).toEqual([
      0,
      'errors.success-is-false: pass: it does not fail here, so there is no script. If it only fails in a larger run, add --report json=FILE there: the script is its field `reproduce`.\n',
    ])
    const unknown = conform(['--base-url', 'http://x.test', '--reproduce', 'lists.sise'], io)
    await expect(unknown).rejects.toThrow('--reproduce lists.sise: there is no such check.')
  })

  it('`serve --mutant` plays a pick that contradicts the specification', async () => {
    const { seen } = await visited(['--mutant', 'errors.envelope=detail'], noCredential)
    expect(seen).toMatchObject({ error_code: 'unauthorized' })
  })

  it('`serve --mutant` adds a pick with a value to the given profile, which keeps its operations', async () => {
    const flags = ['--profile', 'deployed-0.8', '--mutant', 'lists.default-size=items:7']
    const { seen } = await visited(flags, async ({ url, keys }) => {
      const headers = { authorization: `Bearer ${keys['full']}` }
      return Promise.all([
        (await fetch(`${url}/api/conversations`, { headers })).json(),
        (await fetch(`${url}/api/skills`, { headers })).status,
      ])
    })
    expect(seen).toMatchObject([{ size: 7 }, 200])
    expect((await visited(flags, noCredential)).seen).toHaveProperty('detail')
  })

  it('`serve --mutant` does not change the control API in any world', async () => {
    const { seen } = await visited(['--mutant', String(allMutants[0]?.id)], async ({ url }) =>
      Promise.all(
        [`${url}/__control/health`, `${url}/w/other/__control/clock`].map(
          async (place) => (await fetch(place)).status,
        ),
      ),
    )
    expect(seen).toEqual([200, 200])
  })

  it('`serve --mutant` refuses an oversized body like the correct server', async () => {
    const { seen } = await visited(['--mutant', String(allMutants[0]?.id)], tooMuch)
    expect(seen).toBe((await visited([], tooMuch)).seen)
  })

  it('`serve --mutant` resets the connection if a fault requires it', async () => {
    const { seen } = await visited(['--mutant', String(allMutants[0]?.id)], async (ready) => {
      await fetch(`${ready.control}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ effect: { connection: 'reset' } }),
      })
      return fetch(`${ready.url}/api/agents`).then(
        () => 'answered',
        (error: TypeError) => (error.cause as NodeJS.ErrnoException).code,
      )
    })
    expect(seen).toBe('ECONNRESET')
  })

  it('`serve --mutant` lists every mutant', async () => {
    expect(await outputOf('--mutant', 'list')).toBe(mutantListText())
    const ids = mutantListText()
      .match(/^ {2}\S+/gm)
      ?.map((id) => id.trim().replace(/:N$/, ''))
    expect(ids?.toSorted()).toEqual(
      [...allMutants, ...choiceMutants].map(({ id }) => id).toSorted(),
    )
  })

  it.each([
    ['errors.envelop=detail', 'Did you mean `errors.envelope=detail`?'],
    ['errors.envelope=documented', 'There is no mutant `errors.envelope=documented`.'],
    ['errors.envelope=detail:7', 'takes no value: write --mutant errors.envelope=detail.'],
    ['lists.default-size=items', 'The mutant `lists.default-size=items` cannot be served'],
    ['lists.default-size=items:few', 'cannot be served: Option `items`'],
  ])('`serve --mutant` refuses %s, and says what is allowed', async (id, says) => {
    expect(await refusal('--mutant', id)).toContain(says)
  })
})
