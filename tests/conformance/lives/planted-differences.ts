import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Profile } from '../../../contract/picks.ts'
import { readProfile, toProfileDocument } from '../../../contract/profile.ts'

/** One entry of a profile, such as `operations.skill_read`, after a change of it. */
type Change = (entry: JsonObject) => JsonObject

type Planted = {
  /** What the varied deployment does, as a sentence. */
  readonly says: string
  readonly section: 'answers' | 'operations'
  readonly name: string
  readonly change: Change
}

const set =
  (parts: JsonObject): Change =>
  (entry) => ({ ...entry, ...parts })

const without =
  (key: string): Change =>
  ({ [key]: _removed, ...entry }) =>
    entry

/** An entry without one of its refusals; a collection has them by operation. */
const withoutRefusal =
  (at: number, of?: string): Change =>
  (entry) => {
    const { refuses } = entry
    const left = (list: unknown) => (list as readonly unknown[]).toSpliced(at, 1)
    if (of === undefined) return { ...entry, refuses: left(refuses) }
    const groups = refuses as JsonObject
    return { ...entry, refuses: { ...groups, [of]: left(groups[of]) } }
  }

/** An entry with other words in all of its expressions. */
const reworded =
  (from: string, to: string): Change =>
  (entry) =>
    JSON.parse(JSON.stringify(entry).replaceAll(from, to)) as JsonObject

const answer = (says: string, name: string, change: Change): Planted => ({
  says,
  section: 'answers',
  name,
  change,
})
const family = (says: string, name: string, change: Change): Planted => ({
  says,
  section: 'operations',
  name,
  change,
})

/**
 * Differences in behaviour from the known deployment: refusals and side effects that are missing, and
 * states that come too early. The list was written before `compare` was tried on it.
 */
export const plantedDifferences: readonly Planted[] = [
  family('any text is a cron expression', 'workflow_schedule_set', withoutRefusal(0)),
  family('a schedule without an expression is enabled', 'workflow_schedule_set', withoutRefusal(1)),
  family('a document that is ready is read again', 'kb_document_retry', without('refuses')),
  family('a word can be blocked twice', 'sensitive_words', without('refuses')),
  family('an announcement may have any level', 'announcements', without('refuses')),
  family('an evaluation runs without cases', 'eval_runs', withoutRefusal(2, 'create')),
  answer(
    'a document may have any file name',
    'POST /api/knowledge-bases/{id}/documents/create',
    withoutRefusal(0),
  ),
  answer(
    'two documents have one file name',
    'POST /api/knowledge-bases/{id}/documents/create',
    withoutRefusal(1),
  ),
  family('a skill is published to any scope', 'skill_publish', withoutRefusal(0)),
  family('a skill is read by anybody', 'skill_read', without('refuses')),
  family('a new IP rule is not in the audit log', 'ip_rules', without('also')),
  family('a published skill is not in the log of reviews', 'skill_publish', without('also')),
  family(
    'a data set does not count its cases',
    'eval_datasets',
    reworded("length(records('eval_cases')[?dataset_id == $id])", '`0`'),
  ),
  answer('a changed blueprint adds no version', 'PUT /api/workflows/{workflow_id}', without('also')),
  family('a revoked invitation stays active', 'invite_code_revocation', set({ changes: '`{}`' })),
  family(
    'a deleted schedule stays',
    'workflow_schedule_delete',
    set({ changes: '{ updated_at: $now }' }),
  ),
  family('a deleted key of a workflow stays', 'workflow_key_delete', set({ changes: '`{}`' })),
  answer('a created document is ready at once', 'POST /api/knowledge-bases/{id}/documents/create', (entry) =>
    set({ record: '@' })(without('also')(entry)),
  ),
  family('an evaluation is completed at once', 'eval_runs', reworded("'pending'", "'completed'")),
  answer(
    'an agent is approved without a review',
    'POST /api/agents/{agent_id}/publish',
    reworded("'pending_review'", "'approved'"),
  ),
]

/** A profile with some of these differences. */
export function withPlanted(profile: Profile, planted: readonly Planted[]): Profile {
  const document = toProfileDocument(profile) as { [section: string]: unknown }
  for (const { section, name, change } of planted) {
    const entries = document[section]
    const entry = isObject(entries) ? entries[name] : undefined
    if (!isObject(entries) || !isObject(entry)) throw new TypeError(`There is no ${name}.`)
    document[section] = { ...entries, [name]: change(entry) }
  }
  return readProfile(document)
}
