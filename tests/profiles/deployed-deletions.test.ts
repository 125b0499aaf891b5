import { describe, expect, it } from 'vitest'
import { ownKinds } from '../../mocks/control/own-kinds.ts'
import { mountInProcess } from '../support/transports.ts'
import { type Enveloped, signIn, visit } from '../support/visitor.ts'
import { newWorkflow } from '../support/workflow-tools.ts'
import { formWith } from './deployment/prepare.ts'
import { profile, twoUsers } from './deployed-visitor.ts'

const mounted = mountInProcess({ profile })
const { world, control } = mounted.fake
const { records, snapshot } = control()

const filledKinds = ownKinds(world()).filter((kind) => records.list(kind).total > 0)

describe('deletions of records of the known deployment', () => {
  it.each(filledKinds)(
    'a deleted record of the kind %s can be restored from the response to its deletion',
    async (kind) => {
      const [first] = records.list(kind).items
      const { fixture, tables } = snapshot()
      await records.put(records.remove(kind, first?.id ?? ''))
      expect(records.read(kind, first?.id ?? '')).toEqual(first)
      expect(snapshot()).toMatchObject({ fixture, tables })
    },
  )

  it('a deleted file can be restored only together with its content', async () => {
    const [first] = records.list('files').items
    const { records: removed } = records.remove('files', first?.id ?? '')
    const [{ content, ...file } = { kind: 'files', record: { id: '' } }] = removed
    for (const wrong of [{}, { content: '*' }])
      await expect(records.put({ records: [{ ...file, ...wrong }] })).rejects.toThrow(
        'Files can’t be added here',
      )
    await records.put({ records: [{ ...file, content }] })
    expect(records.read('files', file.record.id)).toEqual(first)
  })

  it.each([
    ['connectors', 'connector_schemas', 'connector_id'],
    ['organizations', 'org_reviews', 'org_id'],
    ['workflows', 'workflow_versions', 'workflow_id'],
    ['workflows', 'workflow_approvals', 'workflow_id'],
    ['eval_datasets', 'eval_cases', 'dataset_id'],
    ['conversations', 'artifacts', 'conversation_id'],
  ])(
    'the deletion of a record of the kind %s includes its %s, which can be restored from the response',
    async (kind, partKind, field) => {
      const id = records.list(partKind).items[0]?.[field]
      const { fixture, tables } = snapshot()
      const removed = records.remove(kind, String(id))
      const parts = removed.records.filter((one) => one.kind === partKind)
      expect(parts.length).toBeGreaterThan(0)
      const left = records.list(partKind, { size: 1000 }).items
      expect(left.filter((one) => one[field] === id)).toEqual([])
      await records.put(removed)
      expect(snapshot()).toMatchObject({ fixture, tables })
    },
  )

  it.each([
    ['eval/datasets', 'eval_datasets', 'eval_cases', 'dataset_id'],
    ['workflows', 'workflows', 'workflow_versions', 'workflow_id'],
    ['conversations', 'conversations', 'artifacts', 'conversation_id'],
  ])('DELETE /api/%s/{id} of %s deletes their %s', async (path, kind, partKind, field) => {
    const visitor = await signIn(mounted)
    const partsOf = (id: string) =>
      records.list(partKind, { size: 1000 }).items.filter((one) => one[field] === id).length
    const own = records.list(kind, { owner: 'demo@example.com', size: 1000 }).items
    const { id = '' } = own.find((one) => partsOf(one.id) > 0) ?? {}
    expect(partsOf(id)).toBeGreaterThan(0)
    expect((await visitor.call(`DELETE /api/${path}/${id}`)).status).toBe(200)
    expect(partsOf(id)).toBe(0)
  })
})

describe('the deletion of a user of the known deployment', () => {
  it.each([
    ['an administrator', (id: string) => `DELETE /api/admin/users/${id}`, 'demo'],
    ['the user', () => 'DELETE /api/auth/account', 'other'],
  ] as const)(
    'the agents and files of a user are deleted with the account by %s',
    async (_, deletion, by) => {
      const { mounted: place, demo, other } = await twoUsers()
      const { records: all } = place.fake.control()
      const owner = { owner: 'other@example.com', size: 1000 }
      await other.call('POST /api/agents', { body: { name: 'Left' } })
      await other.call('POST /api/files/upload', formWith('note.md', 'text/markdown', 'Hello'))
      const id = String(all.list('agents', owner).items[0]?.['user_id'])
      const owned = () =>
        ['agents', 'files'].map(
          (kind) =>
            all.list(kind, { size: 1000 }).items.filter((one) => one['user_id'] === id).length,
        )
      expect(owned()).not.toContain(0)
      const { status } = await { demo, other }[by].call(deletion(id))
      expect([status, owned()]).toEqual([200, [0, 0]])
    },
  )
})

/** A drawn workflow whose run waits for a review. */
const reviewed = {
  nodes: [
    { id: 's', type: 'custom', data: { type: 'START' } },
    { id: 'r', type: 'custom', data: { type: 'HUMAN_INTERVENTION', title: 'Look' } },
    { id: 'z', type: 'custom', data: { type: 'END' } },
  ],
  edges: [
    { source: 's', target: 'r' },
    { source: 'r', target: 'z' },
  ],
}

describe('the deletion of a workflow with a waiting run', () => {
  it.each(['its owner', 'an administrator', 'the control API'])(
    'a workflow that is deleted by %s ends its waiting run and its review, and the trigger of the run is answered',
    async (by) => {
      const place = mountInProcess({ profile })
      const { runningWorkflows, runCounts, store } = place.fake.world()
      const demo = await signIn(place)
      const id = await newWorkflow(demo, reviewed)
      const { user_id: owner = '' } = store.workflows.get(id) ?? {}
      const made = await demo.call<Enveloped<{ readonly api_key: string }>>(
        `POST /api/workflows/${id}/generate-api-key`,
      )
      const trigger = `POST /api/workflows/trigger/${made.json.data.api_key}`
      const triggered = visit(place).call(trigger, { body: { inputs: {} } })
      await expect.poll(() => runningWorkflows.size).toBe(1)
      const reviews = () =>
        place.fake
          .control()
          .records.list('workflow_approvals', { size: 1000 })
          .items.filter((one) => one['workflow_id'] === id)
      expect(reviews()).toMatchObject([{ status: 'pending' }])
      if (by === 'its owner') await demo.call(`DELETE /api/workflows/${id}`)
      else if (by === 'an administrator') await demo.call(`DELETE /api/admin/workflows/${id}`)
      else await place.fake.control().records.remove('workflows', id)
      expect(runningWorkflows.size).toBe(0)
      expect(await triggered).toMatchObject({
        status: 200,
        json: { data: { status: 'cancelled' } },
      })
      expect(runCounts.current(owner)).toBe(0)
      expect(reviews()).toEqual([])
    },
  )
})
