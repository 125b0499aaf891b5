import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * The numbered facts about the known deployment, by the test that checks them: the file of this folder
 * without `deployed-`, or a file elsewhere in the tests, and the name of the test.
 */
const played: readonly (readonly [facts: string, file: string, test: string])[] = [
  [
    '010',
    'mocks/platform/workflows/failures',
    'a workflow with every type completes, and the strict check of the deployment refuses it (F-010)',
  ],
  [
    '016',
    'mocks/platform/workflows/branches',
    'a fake uses the `default_value` of an input; as deployed, it is ignored (F-016)',
  ],
  [
    '020',
    'mocks/platform/workflows/nodes',
    'nodes store their output under the names in the facts (F-020)',
  ],
  [
    '021',
    'mocks/platform/workflows/branches',
    'a placeholder that is unknown or null stays in the text, and others are filled (F-021)',
  ],
  [
    '022',
    'mocks/platform/workflows/branches',
    'an output is a text or a key; as deployed, any other text becomes null (F-022)',
  ],
  [
    '023',
    'mocks/platform/workflows/branches',
    'an end without a mapping returns all variables but inputs and secrets, and several ends merge (F-023, F-024)',
  ],
  ['024', 'workflow-runs', 'the environment of a workflow reaches its nodes (F-024, F-068)'],
  [
    '025 040',
    'mocks/platform/workflows/branches',
    'the first condition that holds wins, and an own expression is evaluated (F-025, F-040)',
  ],
  [
    '030 032',
    'workflow-runs',
    'events have previews, retries and strategies, and failed nodes have no status in the record (F-030, F-032, F-036)',
  ],
  [
    '031',
    'workflow-runs',
    'a stream that is silent for 15 seconds ends, and its record is completed without outputs (F-031)',
  ],
  [
    '033',
    'mocks/platform/workflows/engine',
    'ready nodes start by id, five at a time, and a join waits for all (F-033)',
  ],
  [
    '034',
    'mocks/platform/workflows/engine',
    'after a failure with %s, the other nodes are %j; as deployed, the run fails (F-034)',
  ],
  [
    '035',
    'mocks/platform/workflows/engine',
    'a failed node is tried again, after delays that double up to a minute (F-035)',
  ],
  [
    '036 037',
    'workflow-runs',
    'the record of a streamed run is pending until its end, and a cancelled one completes (F-036, F-037)',
  ],
  [
    '038',
    'workflow-runs',
    'a webhook is tested only if there is one, and a workflow that runs is not triggered (F-038, F-076)',
  ],
  [
    '039',
    'mocks/platform/workflows/engine',
    'a workflow inside of another gets texts, gives its outputs, sends no events, and sees the secrets (F-039)',
  ],
  [
    '050 051 052',
    'workflow-runs',
    'a review waits among the approvals, and its approval completes the run (F-050 to F-054)',
  ],
  [
    '053',
    'workflow-runs',
    'a review is for its assignee alone, and one that is unknown is missing (F-053)',
  ],
  [
    '054',
    'workflow-runs',
    'a rejection fails the run with its note, and so does the end of its time (F-054)',
  ],
  ['011', 'workflows', 'Blueprint has no START node'],
  [
    '012 013 014',
    'workflows',
    'a valid blueprint has counts, warnings by code, an order and a plan, and a dry run leaves no run',
  ],
  [
    '015 064',
    'workflows',
    'a version has the new blueprint with its schemas, and is restored as a new version',
  ],
  [
    '062 063',
    'workflows',
    'a version is made by each saved blueprint that differs, and by no creation or new name',
  ],
  [
    '065',
    'refusals',
    'an invalid cron expression, and an enabled schedule without one, change nothing',
  ],
  [
    '066',
    'workflows',
    'a trigger needs the newest key of an active workflow, and answers with the outcome',
  ],
  ['067', 'refusals', 'the key of a workflow is revoked once'],
  ['068', 'families', 'the environment of a workflow shows its names and never its values'],
  ['069 072', 'workflows', 'a single node answers with a text, and a copy is switched off'],
  [
    '071',
    'workflows',
    'an import names what it refers to and cannot reach, and takes no name twice',
  ],
  ['078', 'reviews', 'an audience that cannot be is refused, and publishes nothing'],
  [
    '090',
    'documents',
    'a document is processed first, and counts and is found when the clock has moved',
  ],
  [
    '091',
    'documents',
    'a document with another extension and a second one of a name are refused and not stored',
  ],
  ['095', 'refusals', 'members answer with themselves, and their removal with the organization'],
  ['096', 'refusals', 'a second factor is switched on by a code that can be right'],
  [
    '097 172',
    'refusals',
    'switches of administrators answer ok and the new state, and a deletion with the user',
  ],
  ['098', 'refusals', 'own credentials of a connector are saved, shown and deleted'],
  [
    '100',
    'reviews',
    'a review is needed in the market, but not by the owner of an organization or without its switch',
  ],
  [
    '101',
    'market',
    'a record published for all users is shown to nobody else, and a record in the market is shown after its review',
  ],
  [
    '102 103',
    'reviews',
    'a published record waits for an administrator of the organization, who rejects and approves it',
  ],
  [
    '105 180 182 185',
    'market',
    'a shared record is shown to its owner and subscribers, and not to members without a subscription',
  ],
  ['106', 'market', 'an unknown scope, and a scope of a foreign organization, are refused'],
  [
    '110',
    'reviews',
    'members are added once, by an address or name that exists, and an owner cannot leave',
  ],
  ['120', 'switches', 'an invitation is used up, expires and is revoked'],
  [
    '121',
    'switches',
    'the setting of an announcement is shown, and the records of announcements are not',
  ],
  ['111', 'input', 'credentials are refused with the sentences of the deployment'],
  ['112', 'input', 'a parameter with options has a type of its own, and the own rules say so'],
  ['113', 'input', 'empty names of data sets and workflows are accepted and read back'],
  [
    '114',
    'input',
    'new agents, workflows, users and lists of cases have the defaults of the deployment',
  ],
  ['115', 'input', 'computed moments have an offset, and stored ones have none'],
  ['116', 'input', 'a file is sent without its type, with a tag that changes with its content'],
  ['124', 'input', 'an uploaded picture comes back as it was sent, is replaced and deleted'],
  ['131', 'input', 'a connector returns what was sent, and no default credentials'],
  ['161', 'figures', 'the configuration has a row for each service, with what is missing'],
  ['162 177', 'figures', 'shares are from 0 to 1 in metrics, and percents in analytics'],
  [
    '181',
    'figures',
    'keys of the demo data were used, and a new one counts from its first request that changes something',
  ],
  [
    '184',
    'figures',
    'files of conversations have believable sizes, are filtered and downloaded by anybody',
  ],
  ['132', 'assistants', 'a query reads the tables that were found, and says what is wrong with it'],
  [
    '140 141',
    'assistants',
    'an agent is written from an instruction, and only what the instruction names is changed',
  ],
  [
    '142',
    'assistants',
    'actions for CRUD are written, renamed and deleted, and many only when the instruction says so',
  ],
  ['143', 'assistants', 'a knowledge base answers with its passages, summaries and settings'],
  ['144', 'assistants', 'chosen tables are described at once, and all of them by a job'],
  [
    '074 075',
    'figures',
    'a workflow without runs has no figures, and its nodes name what they give',
  ],
  [
    '107',
    'market',
    'the connections of an agent are subscribed to with it, and given up when nothing needs them',
  ],
  ['104', 'reviews', 'an approved record that is edited waits again, where it is reviewed'],
  ['108', 'market', 'a subscriber stores no credentials of a connector'],
  ['122', 'switches', 'a blocked word refuses a turn of one mode, until it is switched off'],
  ['163', 'market', 'credentials are listed with their user, and are given up with a subscription'],
  ['150 151 178', 'audit', 'accounts are written with their address and what was set'],
  ['152 175', 'audit', 'the log has 90 names, is filtered, exported and shown as events'],
  [
    '153 173',
    'administration-views',
    'a waiting review is approved or rejected once, and is in the log',
  ],
  ['160 179', 'switches', 'a tool that is switched off is marked in the catalog'],
  ['171', 'families', 'a schedule is read back and shown in its workflow until it is deleted'],
  [
    '176',
    'administration-views',
    'a batch switches and deletes records of all users, and counts unknown ids',
  ],
]

/** The facts that `deployed-0.8` does not implement, by the row of docs/versions.md that says so. */
const different: readonly (readonly [facts: string, row: string])[] = [
  ['073 170', 'Runs of workflows'],
  ['060', 'Status of workflows'],
  ['061 076', 'Webhooks'],
  ['070', 'Names of the product'],
  ['125', 'Artifacts'],
  ['130 174 183', 'Evaluations'],
  ['145', 'Chats with a builder'],
  ['190 191 192 193', 'Examples of the client'],
]

const facts = (rows: readonly (readonly [string, ...unknown[]])[]) =>
  rows.flatMap(([numbers]) => numbers.split(' '))

describe('the facts about the known deployment', () => {
  it.each(played)('%s are played by a test of deployed-%s: %s', (_facts, file, test) => {
    const path = file.includes('/') ? file : `profiles/deployed-${file}`
    const text = readFileSync(`tests/${path}.test.ts`, 'utf8')
    expect(text).toContain(`'${test}'`)
  })

  it.each(different)('%s are a stated difference: %s', (_facts, row) => {
    expect(readFileSync('docs/versions.md', 'utf8')).toContain(`\n| ${row} |`)
  })

  it('each fact about the known deployment is in exactly one row', () => {
    const all = [...facts(played), ...facts(different)]
    expect(all).toHaveLength(111)
    expect(new Set(all).size).toBe(all.length)
  })
})
