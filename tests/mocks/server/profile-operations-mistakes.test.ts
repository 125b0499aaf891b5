import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { mountInProcess } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const action = (method: string, path: string, rest: object) => ({
  kind: 'action',
  method,
  path,
  ...rest,
})

type Item = { readonly id: string }

it.each([
  [{ changes: '{ nickname: `1` }' }, 'operations › one › changes: the field `nickname` of agents'],
  [
    { changes: '{ name: `null` }' },
    'operations › one › changes: the field `name` of agents is `null`',
  ],
  [
    { creates: { in: 'documents', record: '{ filename: name, kb_id: id }' } },
    'not the id of one of the knowledge_bases',
  ],
  [
    { creates: { in: 'agents', record: 'name' } },
    'operations › one › creates: the expression must give an object',
  ],
  [
    { creates: { in: 'agents', record: '{ icon: icon }' } },
    'the field `name` of agents is missing',
  ],
  [
    { each: 'name', changes: '{ name: name }' },
    'operations › one › each: it must give a list of ids',
  ],
  [{ answer: '{ a: name }', type: 'text/plain' }, 'operations › one › answer: it must give a text'],
  [{ redirect: "'two words'" }, 'operations › one › redirect: it must give a URL'],
  [{ answer: 'random_text(`1001`)' }, '0 to 1000 characters'],
])('an expression with an invalid result gives 500 and a log entry: %j', async (rest, says) => {
  const errors: unknown[] = []
  const one = action('POST', '/api/agents/{agent_id}/one', { on: 'agents', ...rest })
  const mounted = mountInProcess({
    profile: readProfile({ operations: { one } }),
    onCrash: (error) => errors.push(error),
  })
  const visitor = await signIn(mounted)
  const made = await visitor.call<{ data: Item }>('POST /api/agents', { body: { name: 'Helper' } })
  expect((await visitor.call(`POST /api/agents/${made.json.data.id}/one`)).status).toBe(500)
  expect(String(errors[0])).toContain(says)
})

it('a list whose expression for seeds fails gets 500 at each request, and never an empty list', async () => {
  const tasks = { kind: 'collection', path: '/api/tasks', record: { id: 'string' } }
  const operations = { tasks: { ...tasks, seeds: 'length(nothing)' } }
  const profile = readProfile({ operations })
  const visitor = await signIn(mountInProcess({ profile, onCrash: () => {} }))
  const list = async () => (await visitor.call('GET /api/tasks')).status
  expect([await list(), await list()]).toEqual([500, 500])
})

const skill = { kind: 'collection', path: '/api/skills', record: { id: 'string' } }
const run = action('POST', '/api/skills/{skill_id}/run', { on: 'skills' })

it.each([
  [{ by: 'agent_id' }, ['by'], 'no parameter `{agent_id}`'],
  [{ on: 'skils' }, ['on'], 'Did you mean `skills`?'],
  [{ on: undefined, removes: true }, ['removes'], 'without `on`'],
  [{ reach: 'everyone' }, ['reach'], 'owner'],
  [{ each: '$body.ids' }, ['each'], 'Add `changes` or `removes: true`'],
  [{ each: '$body.ids', by: 'skill_id', removes: true }, ['by'], 'no effect'],
  [{ changes: '{ a: b }', removes: true }, ['removes'], 'exclude each other'],
  [{ creates: { in: 'skils', record: '@' } }, ['creates', 'in'], 'skills'],
  [{ creates: { in: 'skills' } }, ['creates', 'record'], 'missing'],
  [{ query: { q: 'strin' } }, ['query', 'q'], 'strin'],
  [{ filename: 'a.csv' }, ['filename'], 'Add `type`'],
  [{ type: 'text' }, ['type'], 'content type'],
  [{ type: 'text/csv', one: 'envelope' }, ['one'], 'no envelope'],
  [{ redirect: "'x'", answer: '@' }, ['answer'], 'no body'],
  [{ template: 'yes' }, ['template'], 'true or false'],
  [{ missing: 7 }, ['missing'], 'must be'],
  [{ within: { org: 'organizations' } }, ['within', 'org'], 'no parameter `{org}`'],
  [{ within: { skill_id: 'orgs' } }, ['within', 'skill_id'], 'organizations'],
])('an invalid action in a profile is refused with its position: %j', (rest, path, says) => {
  const read = () => readProfile({ operations: { skills: skill, run: { ...run, ...rest } } })
  expect(read).toThrow(says)
  expect(read).toThrow(expect.objectContaining({ path: ['operations', 'run', ...path] }))
})
