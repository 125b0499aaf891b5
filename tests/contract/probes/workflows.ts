import { only } from '../../support/stream-reader.ts'
import type { Mounted } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'
import { blueprintOf, newWorkflow, run, taking } from '../../support/workflow-tools.ts'
import type { Probes } from './probe.ts'

/** The events of a run of a workflow with one node. */
async function workflowEvents(mounted: Mounted) {
  const visitor = await signIn(mounted)
  return run(visitor, await newWorkflow(visitor, taking(5)))
}

export const workflowProbes: Probes<'workflows'> = {
  'workflows.batch-counts': {
    async look(mounted) {
      mounted.fake.world().clock.freeze()
      const visitor = await signIn(mounted)
      const operation = `POST /api/workflows/${await newWorkflow(visitor, taking(5))}/batch-run`
      const statuses: number[] = []
      for (const size of [8, 3, 2]) {
        const inputs = Array.from({ length: size }, (_, n) => ({ n }))
        statuses.push((await visitor.call(operation, { body: { inputs } })).status)
      }
      return statuses
    },
    shows: { once: [200, 200, 200], each: [200, 429, 200] },
  },
  'workflows.run-started': {
    look: async (mounted) =>
      (await workflowEvents(mounted))
        .slice(0, 2)
        .map(({ event, data }) => [event, 'status' in data]),
    shows: {
      once: [
        ['run_started', true],
        ['node_started', false],
      ],
      twice: [
        ['run_started', true],
        ['run_started', false],
      ],
    },
  },
  'workflows.dialect': {
    async look(mounted) {
      const { data } =
        (await workflowEvents(mounted)).find(({ event }) => event === 'node_completed') ?? {}
      return [data?.['node_type'], data?.['output'], data?.['output_preview']]
    },
    shows: {
      short: ['http', { echo: null }, undefined],
      editor: ['HTTP_REQUEST', undefined, '{"echo": "{{inputs.n}}"}'],
    },
  },
  'workflows.defects': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const blueprint = blueprintOf(
        {
          s: { type: 'start' },
          r: { type: 'httpRequest', url: 'https://example.com' },
          e: { type: 'end' },
        },
        's > r',
        'r > e',
      )
      const events = await run(visitor, await newWorkflow(visitor, blueprint))
      return events.at(-2)?.event
    },
    shows: { kind: 'run_completed', true: 'run_failed' },
    under: { 'workflows.dialect': 'editor' },
  },
  'workflows.event-moments': {
    async look(mounted) {
      mounted.fake.world().clock.freeze(Date.parse('2026-11-21T08:30:00.000Z'))
      return only(await workflowEvents(mounted), 'run_started')['ts']
    },
    shows: { iso: '2026-11-21T08:30:00.000Z', epoch: 1_795_249_800_000 },
  },
}
