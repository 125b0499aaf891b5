import { type Attack, type AttackClient, everywhere, filled, many } from './attack.ts'

/** Repeated prefixes of secrets: the request log starts to match a secret at each of them. */
const secrets: Readonly<Record<string, string>> = {
  'token-beginnings': '-eyJ',
  'tokens-with-dots': 'eyJ.',
  'tokens-of-one-segment': '-eyJa.a',
  'key-beginnings': '-svc_',
  'names-of-secrets': '"password":"',
  'names-of-objects': '"credentials":{',
  'password-without-end': 'password',
  backslashes: '"token":"\\\\',
  quotes: '"',
  brackets: '"env":[[',
}

/** Reads the request log with every entry, as another user would. */
async function readAll(client: AttackClient): Promise<void> {
  await client.control('GET journal')
  const listed = await client.prepare('GET journal?limit=1')
  const { entries } = listed.json<{ entries: { number: number }[] }>()
  await client.control(`GET journal/${entries.at(-1)?.number}`)
}

const ofBodies = Object.entries(secrets).map(([name, piece]): Attack => ({
  name: `journal-body-of-${name}`,
  on: everywhere,
  description: 'Sends a body that is expensive to search for secrets; then the journal is read.',
  largest: 64_000,
  async play(client, size) {
    const text = filled(piece, size)
    await client.anyone('POST /api/auth/login', { email: text, password: 'x' })
    await readAll(client)
    await client.anyone('POST /api/auth/login', `{"x":"${text}`)
    await readAll(client)
  },
}))

const ofQueries = Object.entries({
  ...secrets,
  parameters: '&token=',
  'dashes-in-names': '&-',
}).map(([name, piece]): Attack => ({
  name: `journal-query-of-${name}`,
  on: name === 'token-beginnings' ? everywhere : ['serve'],
  description:
    'Sends long queries that are expensive to search for secrets; then the journal is listed.',
  largest: 14_000,
  async play(client, size) {
    const query = filled(piece, size)
      .replaceAll(/["\\{[]/g, encodeURIComponent)
      .slice(0, 14_000)
    for (const _ of many(10, Number)) await client.anyone(`GET /api/agents?x=${query}`)
    await readAll(client)
  },
}))

/** Endpoint patterns that are expensive to match. */
const patterns: Readonly<Record<string, string>> = {
  'a-long-path': 'a',
  stars: '*',
  'stars-between': '*a',
  parameters: '{a}/',
  slashes: '/',
}

const ofFilters = Object.entries(patterns).map(([name, piece]): Attack => ({
  name: `journal-filter-of-${name}`,
  on: name === 'a-long-path' ? everywhere : ['serve'],
  description: 'Calls long paths, then filters the journal by a pattern of 14 KB.',
  largest: 14_000,
  async play(client, size) {
    for (const _ of many(20, Number)) await client.anyone(`GET /api/${filled('a', size)}`)
    await client.control(`GET journal?endpoint=/${encodeURI(filled(piece, size))}`)
    await client.control(`GET journal?endpoint=${encodeURI(filled(piece, size))}`)
  },
}))

export const journalAttacks: readonly Attack[] = [
  {
    name: 'journal-header-of-tokens',
    on: everywhere,
    description:
      'Sends headers that are expensive to search for secrets; then the journal is read.',
    largest: 12_000,
    async play(client, size) {
      const text = filled('-eyJ', size)
      for (const name of ['user-agent', 'x-forwarded-for', 'authorization', 'cookie'])
        await client.anyone('GET /api/agents', undefined, { [name]: text })
      await readAll(client)
    },
  },
  {
    name: 'journal-full-of-large-bodies',
    on: everywhere,
    description: 'Fills the journal up to its limit, and lists all of it repeatedly.',
    largest: 100,
    async play(client, count) {
      const email = filled('"password":"x",', 64_000)
      // The most expensive of many equal calls is one with a garbage collection; only the last is measured.
      for (const _ of many(count, Number))
        await client.prepare('POST /api/auth/login', { email, password: 'x' })
      await client.anyone('POST /api/auth/login', { email, password: 'x' })
      for (const _ of many(3, Number)) await client.control('GET journal?limit=1000')
      await client.control('GET coverage?format=markdown')
    },
  },
  {
    name: 'journal-of-many-readers',
    on: everywhere,
    description: 'Follows the journal over many parallel streams while calls arrive.',
    largest: 100,
    async play(client, count) {
      // These calls are not measured: reading the usage until the server is idle would cost more.
      const follow = () => client.prepare('GET journal?follow&since=0').catch(() => undefined)
      const readers = many(count, follow)
      for (const _ of many(20, Number))
        await client.anyone('POST /api/auth/login', {
          email: filled('-eyJ', 10_000),
          password: 'x',
        })
      client.hangUp()
      await Promise.all(readers)
    },
  },
  {
    name: 'journal-by-odd-numbers',
    on: everywhere,
    description: 'Lists the journal with impossible numbers.',
    largest: 0,
    async play(client) {
      for (const odd of [
        '0',
        '-1',
        '0.5',
        '1e308',
        '5e-324',
        'NaN',
        '1e999',
        '9007199254740993',
        '',
      ])
        for (const name of ['since', 'limit', 'status'])
          await client.control(`GET journal?${name}=${odd}`)
      for (const odd of ['0', '-1', '0.5', '1e308', 'NaN'])
        await client.control(`GET journal/${odd}`)
    },
  },
  {
    name: 'coverage-of-many-ways',
    on: everywhere,
    description: 'Calls many different operations and paths, and reads the coverage.',
    largest: 100,
    async play(client, count) {
      for (const index of many(count, Number)) await client.anyone(`GET /api/none/${index}`)
      await client.control('GET coverage')
      await client.control('GET coverage?format=markdown')
    },
  },
  ...ofBodies,
  ...ofQueries,
  ...ofFilters,
]
