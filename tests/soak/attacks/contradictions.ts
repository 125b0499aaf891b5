import { type Attack, type AttackClient, keyed } from './attack.ts'
import { readEverything } from './read-everything.ts'

type Snapshot = { readonly [Part in 'fixture' | 'tables' | 'time']: Record<string, unknown> }
type Change = (snapshot: Snapshot) => object

/** Restores a snapshot of the world after a change to it. */
async function restore(client: AttackClient, change: Change): Promise<void> {
  const snapshot = (await client.prepare('GET snapshot')).json<Snapshot>()
  await client.control('PUT snapshot', { ...snapshot, ...change(snapshot) })
  await readEverything(client)
}

type Row = Record<string, unknown>
const rows = (value: unknown) => value as Row[]
const inFixture =
  (kind: string, change: (row: Row, index: number) => Row): Change =>
  ({ fixture }) => ({ fixture: { ...fixture, [kind]: rows(fixture[kind] ?? []).map(change) } })
const inTables =
  (more: object): Change =>
  ({ tables }) => ({ tables: { ...tables, ...more } })

export const never = '0000-01-01T00:00:00.000Z'
export const late = '9999-12-31T23:59:59.999Z'

/** Snapshots that the control API may accept or refuse, but that must not break it. */
const contradictions: Readonly<Record<string, Change>> = {
  'messages-of-nobody': inFixture('messages', (row) => ({ ...row, conversation_id: 'none' })),
  'conversations-of-nobody': inFixture('conversations', (row) => ({ ...row, user_id: 'none' })),
  'same-ids': inFixture('conversations', (row) => ({ ...row, id: 'same' })),
  'odd-ids': inFixture('agents', (row, index) => ({
    ...row,
    id: ['__proto__', '', '.', '%00'][index] ?? row['id'],
  })),
  'early-dates': inFixture('conversations', (row) => ({
    ...row,
    created_at: never,
    updated_at: never,
  })),
  'late-dates': inFixture('messages', (row) => ({ ...row, created_at: late })),
  'impossible-dates': inFixture('api_keys', (row) => ({
    ...row,
    created_at: '2026-13-45T99:99:99.999Z',
    expires_at: 'never',
  })),
  'tokens-beyond-numbers': inFixture('conversations', (row) => ({
    ...row,
    total_tokens: 2 ** 53 - 1,
  })),
  'documents-of-nobody': inFixture('documents', (row) => ({
    ...row,
    kb_id: 'none',
    file_size: -1,
  })),
  'documents-without-chunks': inFixture('documents', (row) => ({
    ...row,
    chunks: [],
    filename: '',
  })),
  'runs-of-nobody': inFixture('workflow_runs', (row) => ({
    ...row,
    workflow_id: 'none',
    duration_ms: -1,
  })),
  'runs-that-run': inFixture('workflow_runs', (row) => ({ ...row, status: 'running' })),
  'workflows-of-circles': inFixture('workflows', (row) => ({
    ...row,
    blueprint: {
      nodes: [
        { id: 'a', type: 'x' },
        { id: 'a', type: 'x' },
      ],
      edges: [{ source: 'a', target: 'a' }],
    },
  })),
  'members-of-nobody': inFixture('organizations', (row) => ({ ...row, members: [] })),
  'no-users': ({ fixture }) => ({ fixture: { ...fixture, users: [] } }),
  'no-models': ({ fixture }) => ({ fixture: { ...fixture, models: [], tools: [], workflows: [] } }),
  'no-routing': ({ fixture }) => ({ fixture: { ...fixture, routing: { dag: [''] } } }),
  'no-messages': inFixture('messages', (row) => ({
    ...row,
    content: null,
    metadata: { usage: 'much', cursor: null },
  })),
  'cursors-beyond-numbers': inTables({ 'next-cursor': { none: 2 ** 53 - 1, '': -5 } }),
  'sessions-of-nobody': inTables({
    'refresh-token-of-user': { none: 'x' },
    'spent-refresh-tokens': { x: true },
  }),
  'beginnings-beyond-time': inTables({ 'beginnings-of-runs': { none: [1e308, -1e308, 0.5] } }),
  'turns-of-nobody': inTables({
    turns: keyed(5, (index) => [
      `t${index}`,
      {
        mode: 'react',
        conversation_id: 'none',
        user_id: 'none',
        user_message_id: 'none',
        started_at: [0, -1, 1e308, 5e-324, 8.64e15 + 1][index],
      },
    ]),
  }),
  'draws-beyond-numbers': inTables({ draws: { 'uuid conversation': 2 ** 53 - 1 } }),
  'tokens-of-odd-months': inTables({ 'tokens-of-month': { '9999-99 none': 1e308, '': -1 } }),
  'director-of-nothing': inTables({ director: { '': { next: 'none' }, x: { say: '' } } }),
  'told-of-nothing': inTables({
    told: { none: [{ question: 'x', scenario: 'y', groups: { __proto__: 'x' } }] },
  }),
  'time-at-its-end': () => ({ time: { now: Date.UTC(9000, 0), scale: 1e308, frozen: false } }),
  'time-that-crawls': () => ({ time: { now: Date.UTC(1000, 0), scale: 5e-324, frozen: false } }),
  'speed-that-crawls': () => ({ speed: 5e-324 }),
}

const ofContradictions = Object.entries(contradictions).map(([name, change]): Attack => ({
  name: `snapshot-with-${name}`,
  on: ['serve'],
  description:
    'Restores a snapshot whose parts contradict each other, and calls every GET operation.',
  largest: 0,
  play: (client) => restore(client, change),
}))

/** Attacks with contradictory snapshots. */
export const contradictionAttacks: readonly Attack[] = [
  {
    name: 'visitor-snapshot-with-contradictions',
    on: ['demo'],
    description: 'Restores as a visitor a snapshot in which turns and times contradict each other.',
    largest: 0,
    async play(client) {
      await restore(client, ({ tables, fixture }) => ({
        time: { now: Date.UTC(9000, 0), scale: 1e308, frozen: false },
        speed: 5e-324,
        tables: { ...tables, 'next-cursor': { none: -5 } },
        fixture: { ...fixture, routing: { dag: [''] } },
      }))
    },
  },
  ...ofContradictions,
]
