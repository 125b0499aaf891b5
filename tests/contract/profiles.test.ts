import { describe, expect, it } from 'vitest'
import { choiceIds, choices } from '../../contract/choices.ts'
import { documented, picksAt } from '../../contract/picks.ts'
import { entriesOverBase } from '../../contract/profile/over-base.ts'
import { ProfileError, readProfile, toProfileDocument } from '../../contract/profile.ts'

/** The errors of a profile, with their positions. */
function refusal(document: unknown): readonly [path: string, message: string] {
  try {
    readProfile(document)
  } catch (error) {
    if (error instanceof ProfileError) return [error.path.join(' › '), error.message]
    throw error
  }
  throw new Error('The profile was taken.')
}

/** A profile with a pick for one operation. */
const at = (operation: string) => ({
  picks: { 'lists.envelope': { at: { [operation]: 'items' } } },
})

describe('a profile', () => {
  it('a profile without picks has every default', () => {
    const profile = readProfile({})
    expect(profile).toEqual({ name: 'unnamed', picks: {}, at: {} })
    expect(picksAt(profile)).toEqual(picksAt(documented))
    for (const id of choiceIds)
      expect(picksAt(profile)[id]).toEqual({ option: choices[id].default })
  })

  it('a profile may pick an option, an option with a value, and options of single operations', () => {
    const profile = readProfile({
      name: 'staging',
      about: 'As seen in November.',
      picks: {
        'errors.invalid-token-status': 403,
        'login.expires-in': { seconds: 60 },
        'lists.envelope': { default: 'wrapped', at: { 'GET /api/agents': 'items' } },
        'lists.default-size': { at: { 'GET /api/conversations': { items: 5 } } },
      },
    })
    expect(profile).toEqual({
      name: 'staging',
      picks: {
        'errors.invalid-token-status': { option: '403' },
        'login.expires-in': { option: 'seconds', value: 60 },
        'lists.envelope': { option: 'wrapped' },
      },
      at: {
        'agents.list': { 'lists.envelope': { option: 'items' } },
        'conversations.list': { 'lists.default-size': { option: 'items', value: 5 } },
      },
    })
    expect(picksAt(profile, 'agents.list')['lists.envelope']).toEqual({ option: 'items' })
    expect(picksAt(profile, 'keys.list')['lists.envelope']).toEqual({ option: 'wrapped' })
    expect(picksAt(profile)['lists.default-size']).toEqual({ option: '20' })
  })

  it('a profile treats a YAML null as the option named null', () => {
    const profile = readProfile({ picks: { 'errors.success-error-field': null } })
    expect(profile.picks['errors.success-error-field']).toEqual({ option: 'null' })
  })

  it.each([
    ['text', '', 'A profile must be an object with `picks`, not "text"'],
    [null, '', 'A profile must be an object with `picks`, not null'],
    [[], '', 'A profile must be an object with `picks`, not []'],
    [{ picks: [] }, 'picks', 'An object, not []'],
    [
      { pick: {} },
      'pick',
      'Unknown key `pick`. Did you mean `picks`? Allowed: `name`, `about`, `base`, `picks`, `answers`, `operations`',
    ],
  ])('the profile %j is refused', (document, path, message) => {
    expect(refusal(document)).toEqual([path, message])
  })

  it('a profile with an unknown choice is refused with a suggestion', () => {
    const [path, message] = refusal({ picks: { 'errors.envelop': 'detail' } })
    expect(path).toBe('picks › errors.envelop')
    expect(message).toMatch(
      /^Unknown choice `errors\.envelop`\. Did you mean `errors\.envelope`\? Allowed: `/,
    )
  })

  it.each([
    [
      'details',
      'Unknown option of `errors.envelope` `details`. Did you mean `detail`? Allowed: `documented`, `detail`',
    ],
    [7, 'Unknown option of `errors.envelope` `7`. Allowed: `documented`, `detail`'],
    [{}, 'Unknown option of `errors.envelope` ``. Allowed: `documented`, `detail`'],
    [{ detail: 5 }, 'Option `detail` of `errors.envelope` takes no value'],
  ])('the picks %j of a profile are refused', (pick, message) => {
    expect(refusal({ picks: { 'errors.envelope': pick } })).toEqual([
      'picks › errors.envelope',
      message,
    ])
  })

  it.each([
    ['login.expires-in', 'seconds', 'another number of seconds', 'none'],
    ['login.expires-in', { seconds: 0 }, 'another number of seconds', '0'],
    ['login.expires-in', { seconds: 1.5 }, 'another number of seconds', '1.5'],
    ['login.expires-in', { seconds: '60' }, 'another number of seconds', '"60"'],
    ['lists.default-size', { items: -1 }, 'another number', '-1'],
    ['lists.default-size', { items: null }, 'another number', 'null'],
    ['keys.expiry-field', { named: 'Not A Name' }, 'another name', '"Not A Name"'],
  ])('a profile can pick %s only with a valid value, not %j', (id, pick, takes, got) => {
    const option = typeof pick === 'string' ? pick : Object.keys(pick)[0]
    expect(refusal({ picks: { [id]: pick } })).toEqual([
      `picks › ${id}`,
      `Option \`${option}\` of \`${id}\` takes ${takes}, as in \`{ ${option}: … }\`; the value is ${got}`,
    ])
  })

  it('a profile may have picks only for operations that exist', () => {
    const [path, message] = refusal(at('GET /api/agent'))
    expect(path).toBe('picks › lists.envelope › at › GET /api/agent')
    expect(message).toMatch(
      /^Unknown operation `GET \/api\/agent`\. Did you mean `GET \/api\/agents`\?/,
    )
    expect(readProfile(at('GET /api/agents')).at).toHaveProperty(['agents.list'])
  })

  it.each(['Transfer-Encoding', 'content-length', 'Connection', 'content-encoding', 'upgrade'])(
    'a profile cannot set the header %s, which belongs to the connection',
    (name) => {
      const headers = { 'x-plan': 'free', [name]: 'x' }
      const reason =
        /server sets this header itself, because it belongs to the connection: leave it out/
      const [pickPath, ofPick] = refusal({ picks: { 'http.headers': { fixed: headers } } })
      expect([pickPath, ofPick]).toEqual([
        `picks › http.headers › fixed › ${name}`,
        expect.stringMatching(reason),
      ])
      const [path, ofAnswer] = refusal({ answers: { 'GET /api/agents': { headers } } })
      expect([path, ofAnswer]).toEqual([
        `answers › GET /api/agents › headers › ${name}`,
        expect.stringMatching(reason),
      ])
    },
  )

  it('a profile is refused if a pick has an unknown field', () => {
    const pick = { default: 'items', att: {} }
    expect(refusal({ picks: { 'lists.envelope': pick } })).toEqual([
      'picks › lists.envelope › att',
      'Unknown key `att`. Did you mean `at`? Allowed: `default`, `at`',
    ])
    expect(refusal({ picks: { 'lists.envelope': { at: 'items' } } })).toEqual([
      'picks › lists.envelope › at',
      'It must be an object of operations and their picks, not "items"',
    ])
  })

  it('a profile cannot have a pick that another pick makes irrelevant', () => {
    expect(
      refusal({ picks: { 'scopes.enforced': 'ignored', 'scopes.separator': 'space' } }),
    ).toEqual([
      'picks › scopes.separator',
      '`scopes.separator` only applies if `scopes.enforced` is `enforced`; this profile picks `ignored`',
    ])
    expect(refusal({ picks: { 'lists.envelope': 'items', 'lists.pages-when-empty': 1 } })).toEqual([
      'picks › lists.pages-when-empty',
      '`lists.pages-when-empty` only applies if `lists.envelope` is `page` or `wrapped`; this profile picks `items`',
    ])
  })

  it('a profile cannot have a pick for an operation that another pick makes irrelevant there', () => {
    const hidden = {
      'lists.envelope': { at: { 'GET /api/agents': 'items' } },
      'lists.pages-when-empty': { at: { 'GET /api/agents': 1 } },
    }
    expect(refusal({ picks: hidden })[1]).toMatch(/^`lists\.pages-when-empty` only applies if/)
    const elsewhere = { ...hidden, 'lists.pages-when-empty': { at: { 'GET /api/me/api-keys': 1 } } }
    expect(Object.keys(readProfile({ picks: elsewhere }).at)).toHaveLength(2)
  })
})

const skills = { kind: 'collection', path: '/api/skills', record: { name: 'string' } }
const run = {
  kind: 'action',
  method: 'POST',
  path: '/api/skills/{skill_id}/run',
  on: 'skills',
}
const base = {
  name: 'base',
  picks: {
    'errors.envelope': 'detail',
    'lists.envelope': { default: 'wrapped', at: { 'GET /api/agents': 'items' } },
    'lists.pages-when-empty': 1,
  },
  answers: { 'GET /api/models': { status: 203 }, 'GET /api/version': { status: 203 } },
  operations: { skills, run_skill: run },
}

describe('a profile with a base', () => {
  it('a profile without entries is its base under another name', () => {
    expect(readProfile({ base }, 'mine')).toEqual({ ...readProfile(base), name: 'mine' })
    expect(readProfile({ base: 'documented' })).toEqual(readProfile({}))
  })

  it('the entries of a profile replace the entries of its base, and the other entries stay', () => {
    const profile = readProfile({
      base,
      picks: { 'lists.default-size': { items: 7 }, 'lists.envelope': 'page' },
      answers: { 'GET /api/models': { headers: { 'x-plan': 'free' } } },
      operations: { run_skill: { ...run, status: 202 } },
    })
    expect(profile.picks).toEqual({
      'errors.envelope': { option: 'detail' },
      'lists.default-size': { option: 'items', value: 7 },
      'lists.envelope': { option: 'page' },
      'lists.pages-when-empty': { option: '1' },
    })
    expect(profile.at).toEqual({})
    expect(profile.answers).toEqual({
      'models.list': { headers: { 'x-plan': 'free' } },
      version: { status: 203 },
    })
    expect(profile.operations).toEqual({ skills, run_skill: { ...run, status: 202 } })
  })

  it('`null` in a profile removes an answer or a family of its base', () => {
    const profile = readProfile({
      base,
      answers: { 'GET /api/models': null },
      operations: { run_skill: null },
    })
    expect(Object.keys(profile.answers ?? {})).toEqual(['version'])
    expect(Object.keys(profile.operations ?? {})).toEqual(['skills'])
  })

  it('the base of a profile may have a base, too', () => {
    const middle = { base, picks: { 'errors.envelope': 'documented' } }
    const { picks, operations } = readProfile({ base: middle, operations: { run_skill: null } })
    expect(picks['errors.envelope']).toEqual({ option: 'documented' })
    expect(operations).toEqual({ skills })
  })

  it('a base that is a name is the profile that the caller passes for this name', () => {
    const named = readProfile({ base: 'staging' }, 'mine', readProfile(base))
    expect(named).toEqual(readProfile({ base }, 'mine'))
    expect(refusal({ base: 'staging' })).toEqual([
      'base',
      'There is no profile `staging` here: in code, pass the base itself, as in `{ base: deployed }`',
    ])
    expect(refusal({ base: 5 })[1]).toBe('It must be a profile or the name of one, not 5')
  })

  it('picks of the base that no longer apply are removed from the profile', () => {
    const items = readProfile({ base, picks: { 'lists.envelope': 'items' } })
    expect(Object.keys(items.picks)).toEqual(['errors.envelope', 'lists.envelope'])
    expect(
      refusal({ base, picks: { 'lists.envelope': 'items', 'lists.pages-when-empty': 1 } })[0],
    ).toBe('picks › lists.pages-when-empty')
    const answers = { 'GET /api/agents': { body: 'items' } }
    expect(readProfile({ base, answers }).at['agents.list'] ?? {}).toEqual({})
  })

  it.each([
    [{ answers: { 'GET /api/models': null } }, 'answers › GET /api/models', /has no `base`/],
    [{ operations: { notes: null } }, 'operations › notes', /has no `base`/],
    [
      { base, operations: { skill: null } },
      'operations › skill',
      /no family `skill`, so `null` removes nothing\. Did you mean `skills`\?/,
    ],
    [{ base, answers: { 'GET /api/agents': null } }, 'answers › GET /api/agents', /no answer/],
    [{ base, operations: { skills: null } }, 'base', /`run_skill` of the base .*`run_skill: null`/],
    [{ base: { picks: { nope: 1 } } }, 'base › picks › nope', /Unknown choice/],
  ])('the profile %j with a wrong base or a wrong `null` is refused', (document, path, message) => {
    expect(refusal(document)).toEqual([path, expect.stringMatching(message)])
  })

  it.each([
    {},
    { base, picks: { 'lists.envelope': 'items' } },
    { base, picks: { 'lists.envelope': { at: { 'GET /api/agents': 'array' } } } },
    { base, picks: { 'errors.envelope': 'documented' }, answers: { 'GET /api/models': null } },
    { base, answers: { 'GET /api/agents': { body: 'items' } }, operations: { run_skill: null } },
    {
      base,
      operations: {
        skills: { ...skills, only: ['list'] },
        notes: { ...skills, path: '/api/notes' },
      },
    },
    { picks: { 'lists.envelope': 'array' }, operations: { run_skill: { ...run, on: 'agents' } } },
  ])(
    'a profile written as differences from its base compiles to the original profile: %j',
    (document) => {
      const profile = readProfile(document)
      const entries = entriesOverBase(toProfileDocument(profile), readProfile(base))
      const again = readProfile({ base, ...entries })
      for (const place of [undefined, 'agents.list', 'models.list'] as const)
        expect(picksAt(again, place)).toEqual(picksAt(profile, place))
      expect(again.answers ?? {}).toEqual(profile.answers ?? {})
      expect(again.operations ?? {}).toEqual(profile.operations ?? {})
    },
  )

  it('a profile that equals its base has no differences', () => {
    const entries = entriesOverBase(toProfileDocument(readProfile(base)), readProfile(base))
    expect(entries).toEqual({ picks: {}, answers: {}, operations: {} })
  })
})
