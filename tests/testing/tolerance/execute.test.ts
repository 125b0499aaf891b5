import { expect, it } from 'vitest'
import type { JournalRecord } from '../../../contract/control/journal.ts'
import { documented } from '../../../contract/picks.ts'
import { createFake } from '../../../mocks/fake.ts'
import { systemClock } from '../../../mocks/world/clock.ts'
import { openRun } from '../../../testing/run/active-run.ts'
import { executeRun, RunError, type RunSettings } from '../../../testing/tolerance/execute.ts'
import { faultVariants } from '../../../testing/tolerance/network-faults.ts'
import type { Variant } from '../../../testing/tolerance/variant.ts'
import { temporaryFolder } from '../../support/start-serve.ts'
import { demo } from '../../support/transports.ts'

const { folder } = temporaryFolder()

const closed: string[] = []
/** Executes a run with a server that plays nothing. */
function execute(name: string, settings: Partial<RunSettings>, variants: readonly Variant[] = []) {
  const request = { name, profile: documented, variants, environments: [], timeout: 60_000 }
  return executeRun(
    {
      command: ['npm', 'test'],
      cwd: folder.path,
      environment: {},
      folder: folder.path,
      seed: 'understudy',
      startServer: async () => ({
        url: 'http://127.0.0.1:9',
        died: new Promise(() => {}),
        close: async () => void closed.push(name),
      }),
      reporters: { vitest: 'none', playwright: 'none', node: 'none' },
      runCommand: async () => ({ code: 0, isTimeout: false, hasStarted: true, tail: '' }),
      time: systemClock,
      stop: new AbortController().signal,
      ...settings,
    },
    request,
  )
}

it('a run whose old report cannot be deleted is refused, and its server is closed', async () => {
  await expect(execute('refused', { results: '.' })).rejects.toThrow(RunError)
  expect(closed).toEqual(['refused'])
})

/** A turn as the journal has it. */
const turn = (body: object, faults: readonly string[] = []): JournalRecord => ({
  number: 1,
  time: '2026-11-21T08:00:00.000Z',
  world: 'default',
  seed: 'understudy',
  method: 'POST',
  path: '/api/react',
  query: '',
  endpoint: 'chat.react',
  caller: null,
  scenario: null,
  status: 200,
  code: null,
  condition: null,
  faults,
  ms: 1,
  size: 1,
  explanation: null,
  stream: { state: 'cut', events: 3, bytes: 100, ended_at: null },
  request: { headers: {}, body: { text: JSON.stringify(body), length: 1 } },
  response: { body: null },
  frames: [],
  frames_beyond: 0,
  partial_bytes: 0,
  relied_on: [],
})

it.each([
  ['fair to a client that can resume its turn', { conversation_id: 'c-1', q: 'hi' }, []],
  ['not fair to a client that cannot', { q: 'hi' }, ['fault:cut-between-events']],
])('a fault after many megabytes of calls is %s', async (_, body, unfair) => {
  const cuts = faultVariants(documented).filter(({ id }) => id === 'fault:cut-between-events')
  const name = `long-${unfair.length}`
  const { coverage } = await execute(
    name,
    {
      async runCommand({ environment }) {
        const run = openRun(environment['UNDERSTUDY_RUN'] ?? '')
        const long = turn({ q: 'x'.repeat(4000) })
        for (let count = 0; count < 2500; count++) run.record(long, () => long)
        const faulted = turn(
          body,
          cuts[0]?.marks.map((mark) => mark.replace('fault:', '')),
        )
        run.record(faulted, () => faulted)
        return { code: 0, isTimeout: false, hasStarted: true, tail: '' }
      },
    },
    cuts,
  )
  expect(coverage.marks).toContain('fault:cut-between-events-1')
  expect([...coverage.unfairVariants]).toEqual(unfair)
})

it('the coverage of a run names a profile that a test sets for a single world, unless it equals the profile of the run', async () => {
  const pinned = async (name: string, profile: object) => {
    const { coverage } = await execute(name, {
      async runCommand({ environment }) {
        const run = openRun(environment['UNDERSTUDY_RUN'] ?? '')
        const fake = createFake({ fixture: demo, onCall: run.record.bind(run) })
        const world = await fake.worlds.create({ name: 'single', profile })
        await fake.fetch(new Request('http://one.test/w/single/api/agents'))
        expect(world.journal.list()).toHaveLength(1)
        return { code: 0, isTimeout: false, hasStarted: true, tail: '' }
      },
    })
    return coverage.pinned
  }
  expect(await pinned('same', { picks: {} })).toEqual([])
  expect(await pinned('single', { picks: { 'errors.envelope': 'detail' } })).toEqual([
    'of single worlds',
  ])
})
