import { type Attack, type AttackClient, everywhere, filled, many } from './attack.ts'

/** Beginnings of what a journal hides, one after the other: each is a place to begin to look. */
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

/** What any attacker may plant, and somebody else reads. */
async function readAll(client: AttackClient): Promise<void> {
  await client.control('GET journal')
  const listed = await client.prepare('GET journal?limit=1')
  const { entries } = listed.json<{ entries: { number: number }[] }>()
  await client.control(`GET journal/${entries.at(-1)?.number}`)
}

const ofBodies = Object.entries(secrets).map(([name, piece]): Attack => ({
  name: `journal-body-of-${name}`,
  on: everywhere,
  tries: 'Plants a body in the journal that is dear to search for secrets; then it is read.',
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
  tries:
    'Plants long queries in the journal that are dear to search for secrets; then it is listed.',
  largest: 14_000,
  async play(client, size) {
    const query = filled(piece, size)
      .replaceAll(/["\\{[]/g, encodeURIComponent)
      .slice(0, 14_000)
    for (const _ of many(10, Number)) await client.anyone(`GET /api/agents?x=${query}`)
    await readAll(client)
  },
}))

/** Patterns for operations that are dear to hold against a path. */
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
  tries: 'Lists the journal by a pattern of 14 KB, after calls of long paths.',
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
    tries: 'Plants headers in the journal that are dear to search for secrets; then it is read.',
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
    tries: 'Fills the journal with as much as it holds, and lists all of it again and again.',
    largest: 100,
    async play(client, count) {
      const email = filled('"password":"x",', 64_000)
      // Of many alike calls the dearest is the one in which garbage is collected: the last tells.
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
    tries: 'Follows the journal many times at once while calls come.',
    largest: 100,
    async play(client, count) {
      // What is measured is looked at until the server rests, and a hundred looks cost more than this.
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
    tries: 'Lists the journal with numbers that no journal has.',
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
    tries: 'Calls in as many different ways as an attacker can think of, and reads the coverage.',
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
