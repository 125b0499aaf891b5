/**
 * A table of the documentation, one row per line. The first cell of a row names a field or a
 * change. Each further cell names the checks for one place, or, after `-`, the reason why there are
 * none. An empty cell means that the field or the change has no effect there.
 */
type PlaceText = { readonly title: string; readonly places: string; readonly rows: string }

/** Every field that the specification names, wherever it appears. */
const fieldPlaces: readonly PlaceText[] = [
  {
    title: 'API key record (2.1)',
    places: 'Field | Creation | List | Enabling and disabling',
    rows: `
id | keys.creation-agrees-with-the-list | keys.record-has-id keys.new-keys-differ | keys.record-has-id keys.disabling-shows-the-same-id
name | keys.creation-shows-the-record keys.creation-agrees-with-the-list | keys.record-has-name keys.new-key-is-listed | keys.record-has-name keys.disabling-changes-no-other-field
key_prefix | keys.creation-prefix-is-of-the-key | keys.record-has-prefix keys.prefix-is-the-first-8-characters | keys.disabling-shows-the-record keys.disabling-changes-no-other-field
scopes | keys.creation-agrees-with-the-list | keys.record-scopes-is-a-string keys.scoped-key-keeps-its-scope keys.unscoped-key-has-no-scopes | keys.record-scopes-is-a-string keys.toggling-keeps-the-scopes
is_active | keys.creation-agrees-with-the-list | keys.record-has-is-active keys.new-key-is-active keys.disabled-record-is-kept keys.enabled-is-listed-as-active | keys.disabling-shows-the-record keys.enabling-answers-200
expires_at | keys.creation-agrees-with-the-list keys.expiry-shows-in-the-record | keys.record-moments-are-strings keys.no-expiry-shows-none | keys.record-moments-are-strings keys.disabling-changes-no-other-field
last_used_at | keys.unused-key-was-never-used | keys.record-moments-are-strings keys.unused-key-was-never-used keys.use-sets-last-used-at | keys.record-moments-are-strings
total_requests | keys.unused-key-counts-nothing | keys.record-counts-requests keys.unused-key-counts-nothing keys.count-is-not-always-0 keys.use-is-counted keys.count-never-falls keys.count-grows-by-uses-alone | keys.record-counts-requests
created_at | keys.creation-agrees-with-the-list | keys.record-has-created-at keys.use-changes-no-other-field timestamps.agree-with-the-clock | keys.record-has-created-at keys.disabling-changes-no-other-field
the full key | keys.creation-shows-the-full-key keys.new-key-authenticates | keys.full-value-is-shown-once | keys.full-value-is-shown-once`,
  },
  {
    title: 'Paginated list envelope (2.2)',
    places: 'Field | Without a query | With size and page',
    rows: `
items | lists.items-is-an-array lists.items-fit-the-size | lists.items-fit-the-size lists.pages-are-full lists.page-2-has-other-items lists.pages-do-not-overlap
total | lists.total-is-a-count | lists.total-counts-all-items
page | lists.page-is-a-number lists.page-is-1-by-default | lists.page-2-is-accepted
size | lists.size-is-a-number lists.size-is-20-by-default | lists.size-1-is-accepted lists.size-100-is-accepted
pages | lists.pages-is-a-count | lists.pages-is-total-by-size`,
  },
  {
    title: 'Success envelope (2.3)',
    places: 'Field | Creation of a conversation | Change of a conversation | One agent',
    rows: `
success | conversations.creation-is-a-success conversations.creation-takes-title-and-mode | conversations.renaming-answers-200 conversations.starring-answers-200 | agents.read-is-a-success
data | conversations.creation-shows-an-id | conversations.renaming-shows conversations.starring-shows | agents.read-shows-the-same-agent
error | envelopes.success-has-no-error | envelopes.success-has-no-error | envelopes.success-has-no-error`,
  },
  {
    title: 'Error envelope (2.3, 7)',
    places: 'Field | Each refusal except 422',
    rows: `
success | errors.success-is-false
error | errors.error-is-a-code errors.code-is-machine-readable errors.listed-codes-have-their-status errors.codes-are-listed
message | errors.message-is-a-string errors.message-is-not-empty`,
  },
  {
    title: 'Validation error body (2.4)',
    places: 'Field | Each 422',
    rows: `
detail | errors.validation-detail-is-an-array errors.validation-detail-is-not-empty
loc | errors.validation-item-has-loc errors.validation-loc-names-the-field
msg | errors.validation-item-has-msg
type | errors.validation-item-has-type
input | - optional, and any value is allowed
ctx | errors.validation-item-ctx-is-an-object errors.validation-item-ctx-is-not-null`,
  },
  {
    title: 'Conversation (2.5, 4.3)',
    places: 'Field | Creation | List | Change',
    rows: `
title | conversations.defaults-show conversations.created-title-is-listed conversations.title-is-not-an-object | conversations.created-title-is-listed | conversations.renaming-shows conversations.title-keeps-every-character conversations.update-title-is-not-an-object
mode | conversations.defaults-show conversations.creation-takes-title-and-mode conversations.mode-is-not-an-object | conversations.mode-is-listed |
agent_id | conversations.creation-takes-an-agent conversations.agent-shows conversations.agent-id-is-not-an-object | conversations.agent-shows |
model_name | conversations.model-name-is-not-an-object | - no name of a model is shown, so none can be set |
starred | | conversations.starred-is-listed | conversations.starring-shows conversations.update-takes-both-fields conversations.update-starred-is-not-an-object
kb_ids | conversations.fields | conversations.fields | - how it is set is not shown`,
  },
  {
    title: 'Chat request body (2.6)',
    places: 'Field | POST /api/react | POST /api/dag | POST /api/chat/resume',
    rows: `
q | chat.react-refuses-an-object-as-query | chat.dag-refuses-an-object-as-query |
conversation_id | - not shown for react | chat.dag-refuses-an-object-as-conversation | resume.needs-a-conversation resume.conversation-is-not-an-object
agent_id | - not shown for react | chat.dag-refuses-an-object-as-agent |
token | credentials.react-reads-the-body-token chat.react-takes-body-token | credentials.dag-reads-the-body-token chat.dag-takes-body-token | resume.credential-and-huge-cursor
image_ids | - not shown for react | chat.dag-refuses-objects-as-strings |
user_metadata | - not shown for react | chat.dag-refuses-objects-as-strings |
doc_mode | - not shown for react | chat.dag-refuses-objects-as-strings |
cursor | | | resume.needs-a-cursor resume.refuses-a-cursor-that-is-no-integer resume.below-minus-one-is-400`,
  },
  {
    title: 'Other request fields (4)',
    places: 'Field | Valid | Refused',
    rows: `
name of a new key | keys.new-key-is-listed | keys.name-is-required keys.name-is-not-an-object
scopes of a new key | keys.scoped-key-keeps-its-scope keys.unscoped-key-has-no-scopes | keys.scopes-is-not-an-object
is_active | keys.disabling-answers-200 keys.enabling-answers-200 | keys.is-active-is-required keys.is-active-is-not-an-object
email, password | login.answers-200 | login.email-is-required login.password-is-required login.email-is-not-an-object login.password-is-not-an-object
refresh_token | refresh.gives-an-access-token | refresh.token-is-required refresh.token-is-not-an-object refresh.malformed-is-refused
page | lists.page-2-is-accepted lists.page-2-has-other-items | lists.page-0-is-422 lists.page-minus-1-is-422 lists.page-word-is-422 lists.page-fraction-is-422
size | lists.size-1-is-accepted lists.size-100-is-accepted | lists.size-0-is-422 lists.size-101-is-422 lists.size-word-is-422 lists.size-fraction-is-422
the search of conversations | conversations.search-takes-1-to-200-characters | conversations.search-refuses-0-and-201-characters`,
  },
  {
    title: 'Login response (2.7)',
    places: 'Field | Login | Refresh',
    rows: `
access_token | login.response-has-no-envelope login.access-token-is-a-jwt login.access-token-authenticates | refresh.gives-an-access-token refresh.new-token-authenticates
refresh_token | login.refresh-token-is-a-jwt | refresh.has-the-login-shape
token_type | login.token-type-is-bearer login.token-type-is-lower-case | refresh.has-the-login-shape
expires_in | login.expires-in-is-7200 login.exp-claim-is-two-hours-away | refresh.has-the-login-shape
user | login.user-is-an-object | refresh.has-the-login-shape`,
  },
  {
    title: 'Agent and knowledge base (2.8)',
    places: 'Field | List | One',
    rows: `
id of an agent | agents.fields | agents.read-shows-the-same-agent
id of a knowledge base | agents.fields | - no operation reads one`,
  },
  {
    title: 'Events (6)',
    places: 'Field | Live | Replay',
    rows: `
the name of each event | sse.every-event-has-a-name sse.event-types-are-listed | sse.every-event-has-a-name sse.event-types-are-listed
cursor of each event | cursor.every-event-carries-one cursor.rises-in-a-stream cursor.rises-over-turns | cursor.every-event-carries-one resume.replays-only-after-the-cursor resume.replays-all-after-the-cursor
step: type, tool, input | events.tool-call-has-tool-and-input | events.tool-call-has-tool-and-input
step, step_progress: thinking_delta | events.thinking-delta-is-text | events.thinking-delta-is-text
step_progress: started, iteration, completed | events.dag-reports-its-progress | resume.replays-the-turn-as-it-was-live
phase: planning, executing, analyzing | events.phases-are-those-of-the-table events.dag-reports-its-progress | events.phases-are-those-of-the-table
compact | - it takes a long context, and its length is not shown | - it takes a long context, and its length is not shown
answer: type | events.answer-has-its-type events.answer-starts-and-is-done | events.answer-has-its-type
answer: text of a delta | events.answer-delta-has-text events.deltas-make-the-answer | events.answer-delta-has-text resume.keeps-the-event-of-a-cursor
done: answer | events.answered-turn-has-done events.done-has-the-answer events.deltas-make-the-answer | events.done-has-the-answer resume.keeps-the-answer
done: tokens | events.done-counts-tokens | events.done-counts-tokens resume.keeps-the-answer
done: usage | - optional, and its fields are not shown | - optional, and its fields are not shown
done: cache | events.cache-counts-are-integers | events.cache-counts-are-integers
suggestions | events.suggestions-are-strings order.suggestions-come-before-end | events.suggestions-are-strings
title | - its payload is not shown | - its payload is not shown
end | events.end-is-an-empty-object order.end-is-last order.end-comes-once | events.end-is-an-empty-object
resume_done | sse.no-resume-done-in-a-turn | resume.ends-with-resume-done`,
  },
]

/** Changes of the state, with the checks of their effects in other places. */
const effectPlaces: readonly PlaceText[] = [
  {
    title: 'API keys (2.1, 3, 5)',
    places: 'Change | In the list | As a credential | Elsewhere',
    rows: `
created | keys.new-key-is-listed lists.total-counts-all-items keys.other-user-does-not-see-it | keys.new-key-authenticates keys.new-key-acts-for-its-owner credentials.api-key-is-accepted-everywhere | keys.full-value-is-shown-once
used | keys.use-is-counted keys.use-sets-last-used-at keys.use-changes-no-other-field keys.count-is-not-always-0 keys.last-used-at-is-not-always-null | scopes.refusal-is-forbidden scopes.unscoped-is-never-refused |
disabled | keys.disabled-record-is-kept keys.disabling-changes-no-other-field | keys.disabled-is-rejected keys.disabled-is-401 keys.disabled-is-rejected-in-the-body keys.disabled-is-rejected-everywhere | - the effect on a turn that runs is not shown
enabled | keys.enabled-is-listed-as-active keys.toggling-keeps-the-scopes | keys.enabled-authenticates-again keys.toggling-widens-no-scope |
deleted | keys.deleted-is-not-listed | keys.deleted-is-rejected keys.deleted-is-an-invalid-token keys.deleted-is-rejected-in-the-body keys.deleted-is-rejected-everywhere | keys.deleted-cannot-be-enabled
expired | - the effect on the state of a key is not shown | keys.expired-is-rejected keys.expired-is-rejected-everywhere |
changed by another user | keys.other-user-cannot-disable keys.other-user-cannot-enable | keys.other-user-cannot-delete |`,
  },
  {
    title: 'Conversations and turns (2.5, 4.2, 4.3)',
    places: 'Change | In the list | In a resume | Elsewhere',
    rows: `
created | conversations.new-one-is-listed conversations.created-title-is-listed conversations.other-user-does-not-see-it | resume.without-a-turn-is-404 resume.foreign-conversation-is-not-found |
renamed | conversations.renaming-shows conversations.update-keeps-other-fields | - a title is no event of a turn |
starred, unstarred | conversations.starred-is-listed conversations.update-keeps-other-fields | |
changed by another user | conversations.other-user-cannot-change-it | resume.foreign-turn-stays-hidden |
a turn ended | - the item shape is not declared | resume.minus-one-replays-something resume.keeps-the-answer resume.replays-are-identical | - which requests count as usage of a key is not shown
a turn was interrupted | - the item shape is not declared | resume.interrupted-turn-is-read-to-its-end resume.midway-gives-the-running-turn |
a second turn ran | - the item shape is not declared | resume.turns-of-a-replay | cursor.rises-over-turns
a title was generated | - the payload of the event is not shown | - the payload of the event is not shown | order.place-of-the-title`,
  },
  {
    title: 'Sessions and approvals (3, 4.6, 5)',
    places: 'Change | As a credential | Elsewhere',
    rows: `
signed in | login.access-token-authenticates credentials.access-token-is-accepted | - no operation lists sessions
refreshed | refresh.new-token-authenticates refresh.token-is-new refresh.rotation | - no operation lists sessions
access token expired | credentials.expired-token-is-rejected | refresh.gives-an-access-token
approval decided or expired | | - no operation shows a confirmation request`,
  },
]

/** The checks of a cell, or the reason why there are none. Both are empty for an empty cell. */
export type Cell = { readonly checks: readonly string[]; readonly why: string }

/** A parsed table. */
export type PlaceTable = {
  readonly title: string
  readonly places: readonly string[]
  readonly rows: readonly { readonly name: string; readonly cells: readonly Cell[] }[]
}

const cellsOf = (line: string): readonly string[] => line.split('|').map((cell) => cell.trim())

const readCell = (text: string): Cell =>
  text.startsWith('-')
    ? { checks: [], why: text.slice(1).trim() }
    : { checks: text.split(' ').filter((id) => id !== ''), why: '' }

const readTable = ({ title, places, rows }: PlaceText): PlaceTable => ({
  title,
  places: cellsOf(places),
  rows: rows
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...cells] = cellsOf(line)
      return { name, cells: cells.map(readCell) }
    }),
})

/** Every field that the specification names, with its checks in each place. */
export const fieldTables: readonly PlaceTable[] = fieldPlaces.map(readTable)

/** Every change of the state, with the checks of its effects. */
export const effectTables: readonly PlaceTable[] = effectPlaces.map(readTable)
