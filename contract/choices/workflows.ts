import { open, policy, specified, unseen, wire } from './choice.ts'

/** Choices about workflows and their runs (4.7, 8). */
export const workflowChoices = {
  'workflows.batch-counts': policy({
    question: 'How much does a batch count toward the ten runs a minute?',
    clause: '8: not specified',
    options: {
      once: open('as one run, whatever its size'),
      each: open('each of its input sets counts'),
    },
    default: 'once',
    shows: { endpoints: ['workflows.batch-run'] },
  }),
  'workflows.run-started': policy({
    question: 'How does the stream of a run begin?',
    clause: '4.7: not specified',
    options: {
      once: open('with one `run_started`'),
      twice: open('with two: `{run_id, status}`, then `{run_id, workflow_id, node_count}`'),
    },
    default: 'once',
    shows: { endpoints: ['workflows.run'] },
  }),
  'workflows.dialect': policy({
    question: 'In which form are blueprints and the events of runs written?',
    clause: '4.7: not specified',
    options: {
      short: open('with types such as `condition`, handles `true` and `false`, and whole outputs'),
      editor: open(
        'with the types of a web editor, such as `conditionBranch`, its handles and variables; events have previews, the plan of a dry run is `execution_plan`',
      ),
    },
    default: 'short',
    shows: {
      endpoints: ['workflows.list', 'workflows.read', 'workflows.run', 'workflow-runs.read'],
    },
  }),
  'workflows.defects': policy({
    question: 'Do runs have the known defects of a deployment?',
    clause: '4.7: not specified',
    options: {
      kind: open('no: each type of node works, references resolve, and a review may take days'),
      true: open(
        'yes: types such as `httpRequest` are unknown, a stream that is silent for 15 s ends, references to an `output_variable` stay, a loop stops early, a failed node fails the run, and a 429 has no `Retry-After`',
      ),
    },
    default: 'kind',
    shows: { endpoints: ['workflows.run'] },
    when: { 'workflows.dialect': ['editor'] },
  }),
  'workflows.event-moments': wire({
    question: 'How is the time `ts` of the events of a run written?',
    clause: '1.G2',
    options: {
      iso: specified('`2026-11-21T08:30:00.000Z`'),
      epoch: unseen(
        'as milliseconds since 1970',
        'the shapes of workflow requests are not specified, so the suite makes no run',
      ),
    },
    default: 'iso',
    shows: { endpoints: ['workflows.run'] },
  }),
}
