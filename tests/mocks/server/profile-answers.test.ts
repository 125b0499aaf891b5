import { expect, it } from 'vitest'
import { ProfileError, readProfile } from '../../../contract/profile.ts'
import { describeTransports, mountInProcess, type Mounted } from '../../support/transports.ts'
import { inWorld, login, type Sent, signIn, visit } from '../../support/visitor.ts'

/** The response of an operation for which the profile has this entry. */
async function ask(
  mount: (options: { profile: ReturnType<typeof readProfile> }) => Promise<Mounted>,
  operation: string,
  entry: object,
  sent?: Sent,
) {
  const place = operation.replace(/\?.*/, '')
  const mounted = await mount({ profile: readProfile({ answers: { [place]: entry } }) })
  const { status, json, headers } = await (await signIn(mounted)).call(operation, sent)
  return { status, json: json as never, headers }
}

describeTransports('an answer of a profile', (mount) => {
  it('an answer of a profile that renames values does not rename an object, whatever its field names', async () => {
    const accepts = { values: { default_reasoning: { true: 'on' } } }
    const profile = readProfile({ answers: { 'PATCH /api/auth/profile': { accepts } } })
    const visitor = await signIn(await mount({ profile }))
    const body = { default_reasoning: { toString: 'x' } }
    expect((await visitor.call('PATCH /api/auth/profile', { body })).status).toBe(422)
  })

  it('an answer of a profile can replace the whole body, for example by an object without an envelope', async () => {
    const body =
      "{ models: [general, fast][*].{ model_name: name, provider: provider } , source: 'system', group_name: `null` }"
    const { json } = await ask(mount, 'GET /api/active-models', { body })
    expect(json).toEqual({
      models: Array.from({ length: 2 }, () => ({
        model_name: expect.any(String),
        provider: expect.any(String),
      })),
      source: 'system',
      group_name: null,
    })
  })

  it('an answer of a profile can replace each item of a page, and keeps the other fields of the page', async () => {
    const record = '{ id: id, rate: success_rate * `100`, named: name }'
    const { json } = await ask(mount, 'GET /api/workflows', { record })
    expect(json).toMatchObject({ page: 1, total: expect.any(Number) })
    const names = await ask(mount, 'GET /api/workflows', { record: 'name' })
    expect(names.json).toMatchObject({ items: expect.arrayContaining(['Weekly report']) })
    const [first] = (json as { items: Record<string, unknown>[] }).items
    expect(Object.keys(first ?? {})).toEqual(['id', 'rate', 'named'])
    expect(first?.['rate']).toBeGreaterThan(1)
  })

  it('an answer of a profile can allow larger pages than the contract', async () => {
    const entry = { accepts: { extra: { query: { 'size?': 'integer >=1 <=150' } } } }
    const { json } = await ask(mount, 'GET /api/agents?size=150', entry)
    expect(json).toMatchObject({ size: 150, pages: 1 })
    expect((await ask(mount, 'GET /api/agents?size=151', entry)).status).toBe(422)
    expect((await ask(mount, 'GET /api/agents?page=0', entry)).status).toBe(422)
  })

  it('an answer of a profile can add records of other users to the list of the caller', async () => {
    type Page = { readonly items: readonly { readonly name: string; readonly source: string }[] }
    const list = async (shares: string) => {
      const { json } = await ask(mount, 'GET /api/agents?size=100', { shares })
      return (json as Page).items
    }
    const own = await list('`[]`')
    expect([own.length > 0, own.every(({ source }) => source === 'own')]).toEqual([true, true])
    expect(await list("'no list'")).toEqual(own)
    const others = (condition: string) =>
      list(`records('agents')[?user_id != $user.id && !is_builder && ${condition}].id`)
    const all = await others("visibility == 'global'")
    const added = all.filter(({ source }) => source !== 'own')
    expect([added.length > 0, all.length]).toEqual([true, own.length + added.length])
    // Nobody sees a private record of somebody else.
    expect(await others("visibility == 'personal'")).toEqual(own)
  })

  it('an answer of a profile can replace each item of a page by a text', async () => {
    const { json } = await ask(mount, 'GET /api/agents', { record: 'name' })
    expect(json).toMatchObject({ items: expect.arrayContaining([expect.any(String)]), page: 1 })
  })

  it('an answer of a profile can replace a page by a list without page fields', async () => {
    const { json } = await ask(mount, 'GET /api/agents', { body: 'items[*].name' })
    expect(json).toEqual(expect.arrayContaining([expect.any(String)]))
  })

  it('a nested `let` in an expression reads outer variables that are null, zero or empty', async () => {
    const body = "let $a = `null` in let $b = `0` in let $c = '' in { all: [$a, $b, $c] }"
    const { json } = await ask(mount, 'GET /api/agents', { body })
    expect(json).toEqual({ all: [null, 0, ''] })
  })

  it('an expression selects records since a moment that has an offset from UTC', async () => {
    const times = ['2026-11-21T07:59:59.999Z', '2026-11-21T08:00:00.000Z', '2026-11-21T09:30+02:00']
    const list = `\`${JSON.stringify(times.map((created_at) => ({ created_at })))}\``
    const body = `since(${list}, '2026-11-21T10:00:00+02:00')[].created_at`
    const { json } = await ask(mount, 'GET /api/agents', { body })
    expect(json).toEqual(['2026-11-21T08:00:00.000Z'])
    const all = await ask(mount, 'GET /api/agents', { body: `length(since(${list}, ''))` })
    expect(all.json).toBe(3)
  })

  it('an expression that `map` calls for each item reads the variables around the call', async () => {
    const body =
      'let $a = `0` in map(&(let $x = @ in { day: $now, all: [$a, $x] }), `[1, 2]`) | { list: @ }'
    const { json } = await ask(mount, 'GET /api/agents', { body })
    const day = expect.stringMatching(/^\d{4}-/)
    expect(json).toEqual({
      list: [
        { day, all: [0, 1] },
        { day, all: [0, 2] },
      ],
    })
  })

  it('an answer of a profile can have constants, values of the caller and seeded random values', async () => {
    const body =
      "{ plan: 'free', by: $user.email, score: seeded('score', `1`, `5`), day: $now, size: $query.size }"
    const entry = { body, headers: { 'x-plan': 'free' }, status: 202 }
    const first = await ask(mount, 'GET /api/agents?size=7', entry)
    expect(first.json).toMatchObject({ plan: 'free', by: 'demo@example.com', size: 7 })
    expect([first.status, first.headers.get('x-plan')]).toEqual([202, 'free'])
    expect((await ask(mount, 'GET /api/agents?size=7', entry)).json).toMatchObject({
      score: (first.json as { score: number }).score,
    })
  })

  it('an answer of a profile can have its own status and code for an error, or no code', async () => {
    const errors = { 'resource-missing': { status: 410, code: null } }
    const operation = 'GET /api/conversations/{conversation_id}'
    const profile = readProfile({ answers: { [operation]: { errors } } })
    const visitor = await signIn(await mount({ profile }))
    const answer = await visitor.call<object>('GET /api/conversations/none')
    expect([answer.status, answer.json]).toMatchObject([410, { error: null }])
  })

  it('an answer of a profile accepts the field names and the values that the deployment uses in requests', async () => {
    const accepts = {
      query: { limit: 'size' },
      body: { label: 'title' },
      values: { title: { a: 'A' } },
    }
    const profile = readProfile({
      answers: { 'GET /api/conversations': { accepts }, 'POST /api/conversations': { accepts } },
    })
    const visitor = await signIn(await mount({ profile }))
    const made = await visitor.call('POST /api/conversations', { body: { label: 'a' } })
    expect(made.json).toMatchObject({ data: { title: 'A' } })
    expect((await visitor.call('GET /api/conversations?limit=1')).json).toMatchObject({ size: 1 })
    const wrong = await visitor.call('POST /api/conversations', { body: { label: 5 } })
    expect(wrong.json).toMatchObject({ detail: [{ loc: ['body', 'label'] }] })
  })

  it('an answer of a profile accepts a credential in the field that the deployment uses, also to find its world', async () => {
    const profile = readProfile({
      answers: {
        'POST /api/react': { accepts: { body: { jwt: 'token' } } },
        'POST /api/dag': { accepts: { from: '{ q: q, token: auth.jwt }' } },
        'POST /api/auth/refresh': { accepts: { body: { refreshToken: 'refresh_token' } } },
      },
    })
    const mounted = await mount({ profile })
    const status = async (operation: string, body: object) =>
      (await visit(mounted).open(operation, { body })).status
    const { access_token: jwt } = await login(mounted)
    expect(await status('POST /api/dag', { q: 'Hi', auth: { jwt } })).toBe(200)
    for (const world of ['default', 'red']) {
      const { access_token, refresh_token } = await login(inWorld(mounted, world))
      expect(await status('POST /api/react', { q: 'Hi', jwt: access_token })).toBe(200)
      expect(await status('POST /api/auth/refresh', { refreshToken: refresh_token })).toBe(200)
    }
  })

  it('an answer of a profile reads other records of the world, without secrets', async () => {
    const record = "{ owner: record('users', user_id), none: record('users', 'nobody') }"
    const { json } = await ask(mount, 'GET /api/admin/agents', { record })
    const { items } = json as { readonly items: { readonly owner: object; none: unknown }[] }
    const owner = items.find((item) => item.owner !== null)
    expect(owner?.none).toBeNull()
    const fields = ['id', 'email', 'display_name', 'is_admin', 'created_at']
    expect(Object.keys(owner?.owner ?? {})).toEqual(fields)
    const body = "length(records('agents'))"
    expect((await ask(mount, 'GET /api/agents', { body })).json).toBeGreaterThan(1)
  })

  it('an answer of a profile converts a request body from the form of the deployment', async () => {
    const accepts = { from: "{ title: join(' ', words) }", body: { title: 'title' } }
    const sent = { body: { words: ['two', 'words'] } }
    const made = await ask(mount, 'POST /api/conversations', { accepts }, sent)
    expect([made.status, made.json]).toMatchObject([200, { data: { title: 'two words' } }])
    const wrong = await ask(mount, 'POST /api/conversations', { accepts }, { body: { words: 1 } })
    expect([wrong.status, wrong.json]).toMatchObject([422, { detail: [{ loc: ['body'] }] }])
  })

  it('an expression of a profile that fails gives 500, and the log names the position of the expression', async () => {
    const lines: unknown[] = []
    const profile = readProfile({ answers: { 'GET /api/agents': { body: 'items |' } } })
    const visitor = await signIn(await mount({ profile, onCrash: (error) => lines.push(error) }))
    expect((await visitor.call('GET /api/agents')).status).toBe(500)
    expect(String(lines[0])).toContain('answers › GET /api/agents › body')
  })

  it.each([
    ['[@, @]' + ' | [@, @]'.repeat(60), 'more than'],
    ['[@, @]' + ' | [@, @][]'.repeat(60), 'too many or too large values'],
    ["pad_left('x', `1000000000`)", 'too many or too large values'],
    ['[@, @]' + ' | [@, @]'.repeat(60) + ' | to_string(@)', 'too many or too large values'],
    [
      `let $x = ([@, @]${' | [@, @]'.repeat(60)}) in let $y = ([@, @]${' | [@, @]'.repeat(60)}) in $x == $y`,
      'too many or too large values',
    ],
    ["records('secrets')", 'there is no kind of records `secrets`; use users, api_keys'],
  ])(
    'an expression of a profile that needs too much memory or reads secrets gives 500: %s',
    async (body, says) => {
      const lines: unknown[] = []
      const profile = readProfile({ answers: { 'GET /api/agents': { body } } })
      const visitor = await signIn(await mount({ profile, onCrash: (error) => lines.push(error) }))
      expect((await visitor.call('GET /api/agents')).status).toBe(500)
      expect(String(lines[0])).toContain(says)
    },
  )
})

it('all items of a page share the limit of steps for the expressions of a response', async () => {
  const lines: unknown[] = []
  const record = `[id, id]${' | [@, @][]'.repeat(14)} | length(@)`
  const profile = readProfile({ answers: { 'GET /api/agents': { record } } })
  const onCrash = (error: unknown) => lines.push(error)
  const visitor = await signIn(mountInProcess({ profile, onCrash }))
  const one = await visitor.call('GET /api/agents?size=1')
  expect([one.status, String(lines[0])]).toEqual([200, 'undefined'])
  expect((await visitor.call('GET /api/agents?size=8')).status).toBe(500)
  expect(String(lines[0])).toContain('too many or too large values')
})

it.each([
  [{ 'GET /api/agent': { body: 'items' } }, ['answers', 'GET /api/agent'], 'GET /api/agents'],
  [{ 'GET /api/agents': { bdoy: 'items' } }, ['answers', 'GET /api/agents', 'bdoy'], 'body'],
  [
    { 'GET /api/agents': { body: '@', record: '@' } },
    ['answers', 'GET /api/agents', 'record'],
    'no effect',
  ],
  [
    { 'GET /api/agents': { shape: { 200: { id: 'strin' } } } },
    ['answers', 'GET /api/agents', 'shape', '200', 'id'],
    'strin',
  ],
  [
    { 'GET /api/agents': { accepts: { extra: { query: { q: 'string ~^a$' } } } } },
    ['answers', 'GET /api/agents', 'accepts', 'extra', 'query', 'q'],
    'A pattern cannot be used here',
  ],
])('an invalid answer in a profile is refused with its position: %j', (answers, path, says) => {
  const read = () => readProfile({ answers })
  expect(read).toThrow(ProfileError)
  expect(read).toThrow(says)
  expect(read).toThrow(expect.objectContaining({ path }))
})
