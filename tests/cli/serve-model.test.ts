import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerIn } from '../support/stream-reader.ts'
import { refusal, type Ready, start } from '../support/start-serve.ts'
import { askDesk, calls, deskId, says, startStubModel } from '../support/stub-model.ts'
import type { Mounted } from '../support/transports.ts'
import { signIn } from '../support/visitor.ts'
import { folderOf, run } from './scenario-tools.ts'

const key = 'sk-the-key-of-this-test'
const questions = [
  'Who planted the "hollow" fern: you, or {{query}}? (50% / no?)',
  '怎么种植蕨类植物？',
  '/fern|moss/',
]

/** A server, and a visitor who has signed in. */
async function serveWith(...flags: string[]) {
  const server = await start('--json', '--speed', 'max', '--seed', 'a seed', ...flags)
  const { url } = JSON.parse(server.output) as Ready
  const mounted = { baseUrl: url, fetch: (request: Request) => fetch(request) } as Mounted
  return { ...server, url, visitor: await signIn(mounted) }
}

describe('`serve --model`', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('`serve --model-record` writes scripts that `scenarios check` accepts, and that play the same each time', async () => {
    vi.stubEnv('UNDERSTUDY_MODEL_KEY', key)
    const folder = await folderOf({})
    const stub = await startStubModel(
      calls(['orders_refund', { order: 1, amount: 2, reason: `${key}` }]),
      says('Ferns: **two**.\n\n```yaml\nkey: {{value}}\n```\n', '- [x] "done"\n'),
      says('孢子，在春天。'),
      says('Neither.'),
    )
    const played = await serveWith('--model', stub.url, '--model-record', folder, '--verbose')
    const answers: string[] = []
    for (const q of questions) {
      const reader = await played.visitor.read('POST /api/react', { body: { q, agent_id: deskId } })
      if (answers.length === 0) {
        const { confirmation_id } = await reader.untilEvent('awaiting_confirmation')
        await played.visitor.call(`POST /api/confirmations/${String(confirmation_id)}/respond`, {
          body: { decision: 'approve' },
        })
      }
      answers.push(answerIn(await reader.rest()))
    }
    expect(answers[1]).toBe('孢子，在春天。')
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(questions.length))
    await played.stop()
    expect(played.errors.join('')).toContain('played by the model stub-1')
    expect(stub.requests.map(({ body }) => body.model)).toContain('stub-1')
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    )
    for (const text of [...files, ...played.errors]) expect(text).not.toContain(key)

    expect(await run('check', folder, '--fixture', 'demo')).toEqual({
      exit: 0,
      text: '3 scripts, nothing wrong.\n',
    })
    const replay = async () => {
      const { visitor, url, stop } = await serveWith('--scenarios', folder)
      const at = { freeze: '2026-11-21T08:00:00.000Z' }
      await visitor.call('POST /__control/clock', { body: at })
      const events = [
        await askDesk(visitor, questions[1] ?? ''),
        await askDesk(visitor, questions[2] ?? ''),
      ]
      await stop()
      return { events, url }
    }
    const first = await replay()
    expect(first.events.map(answerIn)).toEqual(answers.slice(1))
    expect((await replay()).events).toEqual(first.events)
  })

  it('`serve` with one new folder for --model-record and --scenarios asks the model each question only once', async () => {
    const folder = join(await folderOf({}), 'kept')
    const stub = await startStubModel(says('In spring.'))
    const flags = ['--model', stub.url, '--model-record', folder, '--scenarios', folder]
    const { errors, stop, visitor } = await serveWith(...flags)
    expect(answerIn(await askDesk(visitor, 'When?'))).toBe('In spring.')
    await vi.waitFor(() => expect(errors.join('')).toContain('was reloaded'), 10_000)
    expect(answerIn(await askDesk(visitor, 'When?'))).toBe('In spring.')
    await stop()
    expect(stub.requests).toHaveLength(1)
  })

  it('`serve --model` reports at the start that the model server cannot be used, and serves without it', async () => {
    const { errors, stop, visitor } = await serveWith('--model', 'http://127.0.0.1:9/v1')
    await vi.waitFor(() =>
      expect(errors.join('')).toMatch(
        /^The server of the model cannot be reached.*\. Until then, turns are played without the model\.\n$/,
      ),
    )
    expect(answerIn(await askDesk(visitor, 'Hello'))).not.toBe('')
    await stop()
  })

  it.each([
    [
      ['--model', 'ftp://x'],
      '--model takes an http or https address without a user or a query, such as http://127.0.0.1:11434/v1, not `ftp://x`.',
    ],
    [['--model-name', 'x'], '--model-name only works together with --model.'],
    [
      ['--model', 'http://127.0.0.1:9/v1', '--model-budget', '2'],
      '--model-budget only works together with --model-price.',
    ],
    [
      ['--model', 'http://127.0.0.1:9/v1', '--model-budget', '2', '--model-price', '3'],
      '--model-price takes two amounts with a slash between them, such as 0.15/0.60, not `3`.',
    ],
  ])('`serve` refuses %j', async (flags, sentence) => {
    expect(await refusal(...flags)).toContain(sentence)
  })

  it('`serve --model` refuses a key that cannot be sent, and does not print it', async () => {
    vi.stubEnv('UNDERSTUDY_MODEL_KEY', 'sk two words')
    expect(await refusal('--model', 'http://127.0.0.1:9/v1')).toBe(
      'UNDERSTUDY_MODEL_KEY has characters that no key has, such as spaces: set it to the key alone.',
    )
  })
})
