import type { Blueprint } from '../../../contract/records/workflow.ts'
import type { DatedRunEvent, RunPlan, WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import type { SentRunEvent } from '../../world/wire.ts'
import { editorEvent, editorPlan, editorRun } from './editor-runs.ts'
import { toEditor } from './to-editor.ts'
import { toRunner } from './to-runner.ts'

/** How a deployment writes workflows. Blueprints are stored as they are sent. */
export type WorkflowDialect = {
  /** The blueprint as responses have it. */
  readonly shown: (blueprint: Blueprint) => Blueprint
  /** The blueprint as the runner plays it. */
  readonly played: (blueprint: Blueprint) => Blueprint
  /** Whether nodes are skipped before the others of the same time start. */
  readonly skipsFirst: boolean
  /** An event of a run; its time and the two forms of `run_started` are left to the frames. */
  readonly event: (event: DatedRunEvent) => SentRunEvent
  readonly run: (run: WorkflowRun, blueprint: Blueprint) => WorkflowRun
  /** `played` is the blueprint that the runner plays. */
  readonly plan: (plan: RunPlan, played: Blueprint) => object
}

const short: WorkflowDialect = {
  shown: (blueprint) => blueprint,
  played: (blueprint) => blueprint,
  skipsFirst: false,
  event: (event) => event,
  run: (run) => run,
  plan: (plan) => plan,
}

// A blueprint may be in either form: the fixture has that of the runner.
const played: WorkflowDialect['played'] = (blueprint) => toRunner(toEditor(blueprint))

const editor: WorkflowDialect = {
  shown: toEditor,
  played,
  skipsFirst: true,
  event: editorEvent,
  run: (run, blueprint) => editorRun(run, played(blueprint)),
  plan: editorPlan,
}

const dialects = { short, editor }

/** How this deployment writes workflows. */
export const dialectOf = ({ policy }: Pick<Behaviour, 'policy'>): WorkflowDialect =>
  dialects[policy.workflows.dialect]
