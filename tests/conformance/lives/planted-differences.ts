import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Profile } from '../../../contract/picks.ts'
import { readProfile, toProfileDocument } from '../../../contract/profile.ts'

/** One entry of a profile, such as `operations.skill_read`, after a change of it. */
type Change = (entry: JsonObject) => JsonObject

/** A difference of one entry of a profile. */
export type Planted = {
  /** What the varied deployment does, as a sentence. */
  readonly says: string
  readonly section: 'answers' | 'operations'
  readonly name: string
  readonly change: Change
  /** The check whose steps show the difference. */
  readonly life: string
}

const set =
  (parts: JsonObject): Change =>
  (entry) => ({ ...entry, ...parts })

const without =
  (key: string): Change =>
  ({ [key]: _removed, ...entry }) =>
    entry

/** Removes the refusal with a word from an entry; a collection has refusals by operation. */
const withoutRefusal =
  (word: string): Change =>
  (entry) => {
    const left = (list: readonly unknown[]) => {
      const others = list.filter((refusal) => !JSON.stringify(refusal).includes(word))
      if (others.length === list.length) throw new TypeError(`No refusal has ${word}.`)
      return others
    }
    const { refuses } = entry
    if (Array.isArray(refuses)) return { ...entry, refuses: left(refuses) }
    const { create, ...groups } = refuses as Readonly<Record<string, readonly unknown[]>>
    return { ...entry, refuses: { ...groups, create: left(create ?? []) } }
  }

/** Replaces words in all expressions of an entry. */
const reworded =
  (from: string, to: string): Change =>
  (entry) =>
    JSON.parse(JSON.stringify(entry).replaceAll(from, to)) as JsonObject

const answer = (life: string, says: string, name: string, change: Change): Planted => ({
  life: `life.${life}`,
  says,
  section: 'answers',
  name,
  change,
})
const family = (life: string, says: string, name: string, change: Change): Planted => ({
  life: `life.${life}`,
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
  family(
    '/api/workflows',
    'any text is a cron expression',
    'workflow_schedule_set',
    withoutRefusal('Invalid cron'),
  ),
  family(
    '/api/workflows',
    'a schedule without an expression is enabled',
    'workflow_schedule_set',
    withoutRefusal('schedule_cron_required'),
  ),
  family(
    '/api/knowledge-bases',
    'a document that is ready is read again',
    'kb_document_retry',
    without('refuses'),
  ),
  family(
    '/api/admin/sensitive-words',
    'a word can be blocked twice',
    'sensitive_words',
    without('refuses'),
  ),
  family(
    '/api/admin/announcements',
    'an announcement may have any level',
    'announcements',
    without('refuses'),
  ),
  family(
    '/api/eval/datasets',
    'an evaluation runs without cases',
    'eval_runs',
    withoutRefusal('dataset_empty'),
  ),
  answer(
    '/api/knowledge-bases',
    'a document may have any file name',
    'POST /api/knowledge-bases/{id}/documents/create',
    withoutRefusal('string_pattern_mismatch'),
  ),
  answer(
    '/api/knowledge-bases',
    'two documents have one file name',
    'POST /api/knowledge-bases/{id}/documents/create',
    withoutRefusal('document_filename_conflict'),
  ),
  family(
    '/api/skills',
    'a skill is published to any scope',
    'skill_publish',
    withoutRefusal('invalid_scope'),
  ),
  family('/api/skills', 'a skill is read by anybody', 'skill_read', without('refuses')),
  family(
    '/api/admin/ip-rules',
    'a new IP rule is not in the audit log',
    'ip_rules',
    without('also'),
  ),
  family(
    '/api/skills',
    'a published skill is not in the log of reviews',
    'skill_publish',
    without('also'),
  ),
  family(
    '/api/eval/datasets',
    'a data set does not count its cases',
    'eval_datasets',
    reworded("length(where(records('eval_cases'), 'dataset_id', $id))", '`0`'),
  ),
  answer(
    '/api/workflows',
    'a changed blueprint adds no version',
    'PUT /api/workflows/{workflow_id}',
    without('also'),
  ),
  family(
    '/api/admin/invite-codes',
    'a revoked invitation stays active',
    'invite_code_revocation',
    set({ changes: '`{}`' }),
  ),
  family(
    '/api/workflows',
    'a deleted schedule stays',
    'workflow_schedule_delete',
    set({ changes: '{ updated_at: $now }' }),
  ),
  family(
    '/api/workflows',
    'a deleted key of a workflow stays',
    'workflow_key_delete',
    set({ changes: '`{}`' }),
  ),
  answer(
    '/api/knowledge-bases',
    'a created document is ready at once',
    'POST /api/knowledge-bases/{id}/documents/create',
    (entry) => set({ record: '@' })(without('also')(entry)),
  ),
  family(
    '/api/eval/runs',
    'an evaluation is completed at once',
    'eval_runs',
    reworded("'pending'", "'completed'"),
  ),
  answer(
    'reviews',
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
    // The contract has answers that a profile does not name.
    const entry = isObject(entries)
      ? (entries[name] ?? (section === 'answers' ? {} : undefined))
      : undefined
    if (!isObject(entries) || !isObject(entry)) throw new TypeError(`There is no ${name}.`)
    document[section] = { ...entries, [name]: change(entry) }
  }
  return readProfile(document)
}
