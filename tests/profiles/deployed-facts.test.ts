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
    'a workflow with every type of node completes, but the strict check of the deployment refuses it (F-010)',
  ],
  [
    '016',
    'mocks/platform/workflows/branches',
    'a fake uses the `default_value` of an input; as deployed, it is ignored (F-016)',
  ],
  [
    '020',
    'mocks/platform/workflows/nodes',
    'nodes store their output under the variable names that the deployment uses (F-020)',
  ],
  [
    '021',
    'mocks/platform/workflows/branches',
    'a placeholder for an unknown variable stays in the text, and other placeholders are filled (F-021)',
  ],
  [
    '022',
    'mocks/platform/workflows/branches',
    'an output names a variable or is a text; as deployed, a text that names no variable is null (F-022)',
  ],
  [
    '023',
    'mocks/platform/workflows/branches',
    'an end node without a mapping returns all variables but inputs and secrets; several end nodes merge (F-023, F-024)',
  ],
  [
    '024',
    'workflow-runs',
    'the environment of a workflow is available to its nodes (F-024, F-068)',
  ],
  [
    '025 040',
    'mocks/platform/workflows/branches',
    'a branch takes the first condition that holds, and evaluates a condition with an expression (F-025, F-040)',
  ],
  [
    '030 032',
    'workflow-runs',
    'events have previews, retries and error strategies, and a failed node has no status in the record (F-030, F-032, F-036)',
  ],
  [
    '031',
    'workflow-runs',
    'a stream without an event for 15 seconds ends, and its run is recorded as completed without outputs (F-031)',
  ],
  [
    '033',
    'mocks/platform/workflows/engine',
    'ready nodes start in the order of their ids, five at a time, and a join waits for all its inputs (F-033)',
  ],
  [
    '034',
    'mocks/platform/workflows/engine',
    'after a failed node with the strategy %s, the other nodes are %j; as deployed, the run fails (F-034)',
  ],
  [
    '035',
    'mocks/platform/workflows/engine',
    'a failed node is tried again, after delays that double up to a minute (F-035)',
  ],
  [
    '036 037',
    'workflow-runs',
    'a streamed run is recorded as pending until its end, and a cancelled run as completed (F-036, F-037)',
  ],
  [
    '038',
    'workflow-runs',
    'a test of a webhook needs its URL, and a workflow that is running cannot be triggered (F-038, F-076)',
  ],
  [
    '039',
    'mocks/platform/workflows/engine',
    'a nested workflow gets its inputs as texts, returns outputs, sends no events, and reads the secrets (F-039)',
  ],
  [
    '050 051 052',
    'workflow-runs',
    'a review waits in the list of pending approvals, and its approval completes the run (F-050 to F-054)',
  ],
  [
    '053',
    'workflow-runs',
    'a review can be decided only by its assignee, and an unknown review gets 404 (F-053)',
  ],
  [
    '054',
    'workflow-runs',
    'a run fails with the note of a reviewer who rejects it, and also if its review times out (F-054)',
  ],
  ['011', 'workflows', 'Blueprint has no START node'],
  [
    '012 013 014',
    'workflows',
    'a valid blueprint has counts, warnings, an order of nodes and a plan, and a dry run stores no run',
  ],
  [
    '015 064',
    'workflows',
    'a version has its blueprint with the schemas, and is restored as a new version',
  ],
  [
    '062 063',
    'workflows',
    'a workflow gets a version for each saved blueprint that differs, and none for its creation or a new name',
  ],
  [
    '065',
    'refusals',
    'an invalid cron expression, and an enabled schedule without an expression, change nothing',
  ],
  [
    '066',
    'workflows',
    'a trigger needs the newest key of an active workflow, and returns the result of the run',
  ],
  ['067', 'refusals', 'the key of a workflow can be revoked only once'],
  [
    '068',
    'families',
    'the environment of a workflow shows the names of its variables and never their values',
  ],
  [
    '069 072',
    'workflows',
    'the test of a node returns its output as text, and a copy of a workflow is switched off',
  ],
  [
    '071',
    'workflows',
    'an import lists its references to records that do not exist, and changes a name that is already used',
  ],
  ['078', 'reviews', 'an invalid audience is refused, and the record stays personal'],
  [
    '090',
    'documents',
    'a new document is processed for two seconds, and is only then counted and found',
  ],
  [
    '091',
    'documents',
    'a document without the extension `.md`, or with the name of another document, is refused and not stored',
  ],
  [
    '095',
    'refusals',
    'a change of a member returns the member, and its removal returns the ids of the user and the organization',
  ],
  ['096', 'refusals', 'a second factor is switched on by a plausible code, and not by 000000'],
  [
    '097 172',
    'refusals',
    'a toggle by an administrator returns `ok` and the new state, and the deletion of a user returns the user',
  ],
  [
    '098',
    'refusals',
    'the credentials of a user for a connector are saved, shown as stored and deleted',
  ],
  [
    '100',
    'reviews',
    'a record in the market needs a review; in an organization, it needs none if the owner shares it or reviews are off',
  ],
  [
    '101',
    'market',
    'a record published with the scope `global` stays private; a record in the market is visible after its review',
  ],
  [
    '102 103',
    'reviews',
    'a published record waits for a review, which an administrator of the organization rejects or approves',
  ],
  [
    '105 180 182 185',
    'market',
    'a shared record is visible to its owner and to subscribers, and not to members without a subscription',
  ],
  [
    '106',
    'market',
    'the market refuses an unknown scope, and the scope of an organization that the caller is not a member of',
  ],
  [
    '110',
    'reviews',
    'a member is added once, by an address or name that exists, and an owner cannot leave',
  ],
  ['120', 'switches', 'an invitation code no longer works once it is used up, expired or revoked'],
  [
    '121',
    'switches',
    'the announcement before sign-in comes from the settings, not from the records of announcements',
  ],
  ['111', 'input', 'requests without a valid credential get the messages of deployed-0.8'],
  [
    '112',
    'input',
    'an unknown option gets the error type `enum`, and a value that breaks a rule of the deployment a message of its own',
  ],
  ['113', 'input', 'empty names of data sets and workflows are accepted and read back'],
  [
    '114',
    'input',
    'new agents, workflows, users and lists of cases have the defaults of the profile deployed-0.8',
  ],
  [
    '115',
    'input',
    'timestamps that are computed have an offset, and timestamps that are stored have none',
  ],
  [
    '116',
    'input',
    'a file is downloaded as an octet stream, with an ETag that changes with its content',
  ],
  [
    '124',
    'input',
    'an uploaded avatar is returned as it was sent, and can be replaced and deleted',
  ],
  ['131', 'input', 'a connector returns the settings that were sent, but no default credentials'],
  [
    '161',
    'figures',
    'the system configuration lists each service, and the impact of services that are not configured',
  ],
  ['162 177', 'figures', 'success rates are from 0 to 1 in metrics, and percentages in analytics'],
  [
    '181',
    'figures',
    'the API keys of the demo data have uses, and a new key counts from its first request that changes something',
  ],
  [
    '184',
    'figures',
    'files of conversations have plausible sizes, can be filtered, and can be downloaded by anybody',
  ],
  [
    '132',
    'assistants',
    'a query of a database connector reads the tables that were found, and returns an error for a wrong query',
  ],
  [
    '140 141',
    'assistants',
    'an agent is created from an instruction, and a later instruction changes only the fields that it names',
  ],
  [
    '142',
    'assistants',
    'actions of a connector are created, renamed and deleted by instructions, and all at once only when confirmed',
  ],
  [
    '143',
    'assistants',
    'the assistant of a knowledge base answers with passages, summaries or settings',
  ],
  [
    '144',
    'assistants',
    'descriptions of chosen tables are made at once, and descriptions of all tables by a job',
  ],
  [
    '074 075',
    'figures',
    'a workflow without runs has no statistics, and lists the variables that its nodes output',
  ],
  [
    '107',
    'market',
    'a subscription to an agent includes its connectors, until no subscribed agent needs them',
  ],
  [
    '104',
    'reviews',
    'a change of an approved record needs a new review, if the organization reviews such records',
  ],
  ['108', 'market', 'a subscriber of a connector cannot store credentials for it'],
  [
    '122',
    'switches',
    'a blocked word refuses a turn in the mode `react` and an injected text, until the word is switched off',
  ],
  [
    '163',
    'market',
    'stored credentials are listed with their user, and are deleted when the user ends the subscription',
  ],
  [
    '150 151 178',
    'audit',
    'the audit log has changes of accounts, with the address of the account and the new quota',
  ],
  [
    '152 175',
    'audit',
    'the audit log has 90 names of actions, and can be filtered, exported and shown as events',
  ],
  [
    '153 173',
    'administration-views',
    'a batch decision approves or rejects pending reviews, and the review log contains the decision',
  ],
  ['160 179', 'switches', 'a tool that is switched off is marked in the catalog'],
  ['171', 'families', 'a schedule can be read, and is shown in its workflow, until it is deleted'],
  [
    '176',
    'administration-views',
    'an administrator enables, disables and deletes records of all users in batches, where unknown ids fail',
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
  it.each(played)('the facts %s are checked by a test in %s: %s', (_facts, file, test) => {
    const path = file.includes('/') ? file : `profiles/deployed-${file}`
    const text = readFileSync(`tests/${path}.test.ts`, 'utf8')
    expect(text).toContain(`'${test}'`)
  })

  it.each(different)('the facts %s are documented as a difference: %s', (_facts, row) => {
    expect(readFileSync('docs/versions.md', 'utf8')).toContain(`\n| ${row} |`)
  })

  it('each fact about the profile deployed-0.8 is in exactly one row', () => {
    const all = [...facts(played), ...facts(different)]
    expect(all).toHaveLength(111)
    expect(new Set(all).size).toBe(all.length)
  })
})
