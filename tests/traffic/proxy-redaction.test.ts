import { expect, test } from 'vitest'
import { readJwt } from '../../contract/jwt.ts'
import type { HarEntry } from '../../traffic/record/har-entry.ts'
import { createRedactor } from '../../traffic/redact/redactor.ts'
import { entryOf, redacted, visibleTexts } from '../support/planted-secrets.ts'

const key = new Uint8Array(32).fill(7)

test('a secret has the same pseudonym everywhere, also in entries before the one that revealed it', () => {
  const secret = 'abc_0123456789abcdefghijABCDEFGHIJ0123456789xyz'
  const [list, created, call] = redacted([
    entryOf({ answer: JSON.stringify({ items: [{ key_prefix: secret.slice(0, 8) }] }) }),
    entryOf({ answer: JSON.stringify({ key: secret, key_prefix: secret.slice(0, 8) }) }),
    entryOf({ headers: { authorization: `Bearer ${secret}` } }),
  ])
  const stand = /"key":"([^"]+)"/.exec(created?.response.content.text ?? '')?.[1] ?? ''
  expect(stand).toMatch(/^abc_\w{43}$/)
  expect(call?.request.headers[0]?.value).toBe(`Bearer ${stand}`)
  expect(list?.response.content.text).toBe(`{"items":[{"key_prefix":"${stand.slice(0, 8)}"}]}`)
})

test.each(['client', 'server', 'application', '2026-01', 'base64', 'OPTIONS'])(
  'the password %s, which is also a word of the HAR format, is replaced only where the traffic contains it',
  (password) => {
    const { request, response, ...others } = entryOf({
      body: JSON.stringify({ password }),
      answerHeaders: { server: 'x', 'x-client': 'x' },
    })
    const entry: HarEntry = {
      ...others,
      request: { ...request, method: 'OPTIONS' },
      response: { ...response, content: { ...response.content, text: 'AQID', encoding: 'base64' } },
      _closed: 'client',
    }
    const redactor = createRedactor({ key })
    const safe = redactor.replace(redactor.learn(entry))
    const { text = '' } = safe.request.postData ?? {}
    expect(text).toMatch(/^\{"password":".+"\}$/)
    expect(text).not.toContain(password)
    expect(safe).toEqual({
      ...entry,
      request: { ...entry.request, postData: { mimeType: 'application/json', text } },
    })
    expect(redactor.findSecret(safe)).toBeUndefined()
  },
)

test.each(['Secret', 'password', 'access_token', 'image/x'])(
  'the password %s is replaced in JSON, forms and Basic, but not as a word elsewhere',
  (password) => {
    const basic = Buffer.from(`ada:${password}`).toString('base64')
    const [json, form] = redacted([
      entryOf({
        headers: { authorization: `Basic ${basic}` },
        body: JSON.stringify({ password }),
        answer: JSON.stringify({ note: password }),
      }),
      entryOf({
        body: new URLSearchParams({ password }).toString(),
        type: 'application/x-www-form-urlencoded',
      }),
    ])
    const credential = json?.request.headers[0]?.value.split(' ')[1] ?? ''
    const stands = [
      (JSON.parse(json?.request.postData?.text ?? '') as { password: string }).password,
      new URLSearchParams(form?.request.postData?.text).get('password'),
      Buffer.from(credential, 'base64').toString().split(':')[1],
    ]
    expect(new Set(stands).size).toBe(1)
    expect(stands).not.toContain(password)
    expect(json?.response.content.text).toBe(JSON.stringify({ note: password }))
  },
)

test('a redacted token keeps its claims, with the pseudonym of its user', () => {
  const claims = Buffer.from('{"sub":"u-1","email":"ada@corp.io","exp":17}').toString('base64url')
  const [entry] = redacted([
    entryOf({
      headers: { authorization: `Bearer eyJhbGciOiJIUzI1NiJ9.${claims}.c2lnbmF0dXJl` },
      answer: '{"email":"ada@corp.io"}',
    }),
  ])
  const token = entry?.request.headers[0]?.value.replace('Bearer ', '') ?? ''
  const { email, ...others } = readJwt(token) ?? {}
  expect(others).toEqual({ sub: 'u-1', exp: 17 })
  expect(entry?.response.content.text).toBe(JSON.stringify({ email }))
  expect(email).toMatch(/^user-[0-9a-f]+@example\.com$/)
})

test('redaction keeps texts of conversations, and replaces arguments, observations and chunks by default', () => {
  const frames = [
    `event: step\ndata: {"type":"iteration","tool":"search","input":{"q":"blue boats","n":3},"observation":"two found"}\n\n`,
    `event: answer\ndata: {"type":"delta","text":"There are two."}\n\n`,
  ]
  const chunks = entryOf({
    url: '/api/knowledge-bases/1/retrieve',
    answer: '{"results":[{"content":"a page","metadata":{"source":"a.pdf"},"score":0.5}]}',
  })
  const entries = [entryOf({ frames }), chunks]
  const [turn, retrieval] = redacted(entries)
  expect(turn?.response.content.text).toContain('There are two.')
  expect(turn?.response.content.text).toContain('"tool":"search"')
  expect(turn?.response.content.text).toMatch(
    /"input":\{"q":"\w{4} \w{5}","n":3\},"observation":"\w{3} \w{5}"/,
  )
  for (const text of ['blue boats', 'two found'])
    expect(turn?.response.content.text).not.toContain(text)
  expect(retrieval?.response.content.text).toMatch(
    /"content":"\w \w{4}","metadata":\{"source":"\w\.\w{3}"\}/,
  )
  const kept = redacted(entries, { keep: ['arguments', 'observations', 'chunks'] })
  expect(kept.map(({ response }) => response.content.text)).toEqual(
    entries.map(({ response }) => response.content.text),
  )
})

test('a redacted observation that is JSON in a text keeps its JSON structure, but none of its words', () => {
  const observation = JSON.stringify({ found: [{ name: 'red boat' }], count: 1 })
  const frames = [`event: step\ndata: ${JSON.stringify({ tool: 'search', observation })}\n\n`]
  const [turn] = redacted([entryOf({ frames })])
  const { data = '{}' } =
    /^data: (?<data>.*)$/m.exec(turn?.response.content.text ?? '')?.groups ?? {}
  const replaced = JSON.parse((JSON.parse(data) as { observation: string }).observation) as object
  expect(replaced).toEqual({
    found: [{ name: expect.stringMatching(/^[a-z]{3} [a-z]{4}$/) }],
    count: 1,
  })
  expect(data).not.toContain('red boat')
})

test('redaction replaces the secrets that the user names, and leaves other bytes unchanged', () => {
  const answer = '{ "a" : "The project Nightingale", "b":[1,2.50, null] , "c":"\\u00e9" }'
  const [entry] = redacted([entryOf({ answer })], { secrets: ['Nightingale'] })
  expect(entry?.response.content.text).toMatch(
    /^\{ "a" : "The project [A-Z][a-z]{10}", "b":\[1,2\.50, null\] , "c":"\\u00e9" \}$/,
  )
})

test('if a common word is the value of a field for secrets, redaction does not replace the word elsewhere', () => {
  const [config, text] = redacted([
    entryOf({ body: '{"auth_config":{"type":"bearer","prefix":"Bearer"},"token":"none"}' }),
    entryOf({ answer: '{"token_type":"bearer","text":"none of these"}' }),
  ])
  expect(config?.request.postData?.text).toContain('"type":"bearer","prefix":"Bearer"')
  expect(text?.response.content.text).toBe('{"token_type":"bearer","text":"none of these"}')
})

test('redaction leaves words, counts, codes of errors and examples that only resemble secrets', () => {
  const texts = [
    'Bearer authentication and Basic authentication-settings',
    'postgres://postgres:postgres@localhost/app, like ://user:your_password@ or ://me:${DB_PWD}@',
    '/services/payment/configuration-options and /webhooks/orders/3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ]
  const fields = {
    db_config: { id: 12_345, expires: 86_400 },
    tokens: { input: 12_345 },
    bypass: 'a7b5c3d1e9',
    one_time: 'a7b5c3d1e9',
  }
  const entries = [
    entryOf({ answer: JSON.stringify({ texts, fields }) }),
    entryOf({ url: '/api/errors?code=agent_not_found' }),
    entryOf({ url: '/api/errors?code=40402' }),
  ]
  expect(redacted(entries)).toEqual(entries)
})

test('the check of an entry names the position of a secret that a later entry revealed', () => {
  const redactor = createRedactor({ key })
  const early = redactor.replace(redactor.learn(entryOf({ answer: '{"note":"tulip-1234"}' })))
  expect(redactor.findSecret(early)).toBeUndefined()
  redactor.learn(entryOf({ body: '{"password":"tulip-1234"}' }))
  expect(redactor.findSecret(early)).toBe('response.content.text')
  expect(redactor.findSecret(redactor.replace(early))).toBeUndefined()
})

test.each([
  'svc_12ab34cd56ef78gh90ij',
  'pass+w/rd&1234',
  'eyJhbGciOiJI.eyJzdWIiOiIxIn0.c2_lnbmF0dXJl12_x',
])('the secret %s has one pseudonym, in addresses, forms, headers and texts', (secret) => {
  const all = redacted([
    entryOf({ url: `/a?token=${encodeURIComponent(secret)}`, headers: { 'x-api-key': secret } }),
    entryOf({
      body: new URLSearchParams({ password: secret }).toString(),
      type: 'application/x-www-form-urlencoded',
      answer: JSON.stringify({ api_key: secret }),
    }),
  ])
  const [first, second] = all
  const stands = [
    new URL(first?.request.url ?? '').searchParams.get('token'),
    first?.request.headers[0]?.value,
    new URLSearchParams(second?.request.postData?.text).get('password'),
    (JSON.parse(second?.response.content.text ?? '{}') as { api_key?: string }).api_key,
  ]
  expect(new Set(stands).size).toBe(1)
  expect(stands).not.toContain(secret)
})

test.each(['пароль-секрет', 'пароль2026', '密码是芝麻开门', 'κωδικός', '!?#%&$', '🔑🗝️🚪🌉🚀🎈'])(
  'the password %s without Latin letters is replaced in JSON, forms, Basic and texts',
  (password) => {
    const basic = Buffer.from(`ada:${password}`).toString('base64')
    const entries = [
      entryOf({
        headers: { authorization: `Basic ${basic}` },
        body: JSON.stringify({ password, credentials: { account: password } }),
        answer: JSON.stringify({ note: `It is ${password}.` }),
      }),
      entryOf({
        body: new URLSearchParams({ password }).toString(),
        type: 'application/x-www-form-urlencoded',
      }),
    ]
    const safe = visibleTexts(redacted(entries))
    expect(visibleTexts(entries).split(password).length).toBeGreaterThanOrEqual(5)
    expect(safe).not.toContain(password)
    expect(safe).not.toContain(/[^\d]+/.exec(password)?.[0])
  },
)

test('redaction replaces arguments and chunks in other writing systems by Latin letters', () => {
  const step = {
    type: 'iteration',
    input: { q: 'Где мой заказ?' },
    observation: '客户张伟 है ab 12',
  }
  const [turn] = redacted([entryOf({ frames: [`event: step\ndata: ${JSON.stringify(step)}\n\n`] })])
  expect(turn?.response.content.text).toMatch(
    /"q":"[A-Z][a-z]{2} [a-z]{3} [a-z]{5}\?"\},"observation":"[a-z]{4} [a-z]{2} [a-z]{2} \d{2}"/,
  )
})

test.each(['***', '••••••••', '********-****'])(
  'redaction leaves the mask %s that a deployment shows in place of a secret',
  (mask) => {
    const answer = JSON.stringify({ password: mask, api_key: mask, note: mask })
    const [entry] = redacted([entryOf({ answer })])
    expect(entry?.response.content.text).toBe(answer)
  },
)

test.each(['Проект-Заря', '株式会社山田商店', '--------'])(
  'the secret %s that the user names is replaced',
  (secret) => {
    const redactor = createRedactor({ key, secrets: [secret] })
    const learned = redactor.learn(entryOf({ answer: JSON.stringify({ name: secret }) }))
    const safe = redactor.replace(learned)
    expect(safe.response.content.text).not.toContain(secret)
    expect(redactor.findSecret(safe)).toBeUndefined()
  },
)

test('a cookie, token or password that is a word, a date or an id is replaced only at its place', () => {
  const settings = ['agents', 'active', 'Europe/Berlin', '2026-11-30', '100023', 'last-30-days']
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  const texts = [...settings, id, 'expired', '2026-11-30T10:00:00Z']
  const plain = entryOf({
    url: `/api/agents?status=active&last=${id}`,
    answer: JSON.stringify({ items: texts.map((text) => ({ text })), page: 100_023 }),
  })
  const cookies = [...settings, id, '2026-11-30T10:00:00Z'].map((text, at) => `c${at}=${text}`)
  const [other, sent] = redacted([
    plain,
    entryOf({ headers: { cookie: cookies.join('; ') }, body: '{"token":"expired"}' }),
    entryOf({ body: '{"password":"agents"}' }),
  ])
  expect(other).toEqual(plain)
  for (const text of texts) expect(JSON.stringify(sent?.request)).not.toContain(`=${text}`)
  expect(sent?.request.postData?.text).toMatch(/^\{"token":"(?!expired)[a-z]{7}"\}$/)
})

test('a secret that reads like a name is replaced at its place, and stays as a name', () => {
  const [sent, config] = redacted([
    entryOf({
      url: '/api/files?ticket=static_file_ticket',
      headers: {
        'x-api-key': 'local_dev_api_key',
        authorization: 'Bearer my_static_token',
        cookie: 'sid=shared_session_key',
      },
      body: '{"client_secret":"acme_client_secret","secret":"secret"}',
      answer: '{"shared_session_key":"my_static_token","grant_type":"acme_client_secret"}',
    }),
    entryOf({ answer: '{"auth_config":{"field":"access_token","in":"query","mode":"basic"}}' }),
  ])
  expect(JSON.stringify(sent?.request)).not.toMatch(
    /static_file|local_dev|my_static|shared_session|acme_client|":\\"secret/,
  )
  expect(sent?.response.content.text).toBe(
    '{"shared_session_key":"my_static_token","grant_type":"acme_client_secret"}',
  )
  expect(config?.response.content.text).toBe(
    '{"auth_config":{"field":"access_token","in":"query","mode":"basic"}}',
  )
})

test('a number that is a secret stays the same valid JSON number everywhere', () => {
  const numbers = Array.from({ length: 50 }, (_, at) => 483_917 + at * 7919)
  const [codes, others] = redacted([
    entryOf({ answer: JSON.stringify(numbers.map((otp) => ({ otp }))) }),
    entryOf({ answer: JSON.stringify(numbers.map((id) => ({ id }))) }),
  ]).map(({ response }) => JSON.parse(response.content.text ?? '') as object[])
  const stands = codes?.flatMap(Object.values)
  expect(others?.flatMap(Object.values)).toEqual(stands)
  expect(new Set([...numbers, ...(stands ?? [])]).size).toBe(100)
})
