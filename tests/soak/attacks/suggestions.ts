import { type Attack, everywhere, filled, keyed, many } from './attack.ts'

/** Unknown names, for which the server searches the most similar known name. */
const unknown = (index: number) => `chat.reacd${index}`

const profileOf = (count: number) =>
  `picks:\n${many(count, (index) => `  errors.envelop${index}: detail\n`).join('')}`

export const suggestionAttacks: readonly Attack[] = [
  {
    name: 'choice-of-a-long-name',
    wasFatal: true,
    on: everywhere,
    description: 'Changes a choice whose name is megabytes long.',
    largest: 1_900_000,
    async play(client, size) {
      await client.control('PATCH choices', { picks: { [filled('a', size)]: 'x' } })
    },
  },
  {
    name: 'option-of-a-long-name',
    on: everywhere,
    description: 'Picks an option whose name is megabytes long.',
    largest: 1_900_000,
    async play(client, size) {
      await client.control('PATCH choices', { picks: { 'errors.envelope': filled('a', size) } })
      await client.control('PUT choices', { profile: filled('a', size) })
    },
  },
  {
    name: 'many-unknown-choices',
    on: everywhere,
    description: 'Changes tens of thousands of choices that do not exist.',
    largest: 50_000,
    async play(client, count) {
      const picks = keyed(count, (index) => [unknown(index), 'x'])
      await client.control('PATCH choices', { picks })
      await client.control('PUT choices', { picks })
    },
  },
  {
    name: 'fault-of-many-unknown-operations',
    wasFatal: true,
    on: everywhere,
    description: 'Adds a fault for tens of thousands of operations that do not exist.',
    largest: 100_000,
    async play(client, count) {
      const effect = { latency: 1 }
      await client.control('POST faults', { match: { endpoint: many(count, unknown) }, effect })
    },
  },
  {
    name: 'many-faults-of-unknown-operations',
    on: everywhere,
    description: 'Adds thousands of faults, each for an operation that does not exist.',
    largest: 20_000,
    async play(client, count) {
      const effect = { latency: 1 }
      await client.control(
        'POST faults',
        many(count, (index) => ({ match: { endpoint: unknown(index) }, effect })),
      )
    },
  },
  {
    name: 'fault-of-unknown-keys',
    on: everywhere,
    description: 'Adds a fault with tens of thousands of unknown keys.',
    largest: 100_000,
    async play(client, count) {
      const keys = keyed(count, (index) => [`latenc${index}`, 1])
      await client.control('POST faults', { effect: keys })
      await client.control('POST faults', { ...keys, effect: { latency: 1 } })
      await client.control('POST faults', { effect: { [filled('latenc', count * 10)]: 1 } })
    },
  },
  {
    name: 'preview-of-unknown-choices',
    on: everywhere,
    description: 'Previews a profile with tens of thousands of choices that do not exist.',
    largest: 80_000,
    async play(client, count) {
      await client.control('POST choices/preview', { text: profileOf(count) })
    },
  },
  {
    name: 'preview-of-a-long-name',
    on: everywhere,
    description: 'Previews a profile with a key, an option and an operation of a megabyte.',
    largest: 1_000_000,
    async play(client, size) {
      const long = filled('errors.envelope', size)
      await client.control('POST choices/preview', { text: `${long}: 1` })
      await client.control('POST choices/preview', { text: `picks:\n  ? ${long}\n  : x\n` })
      await client.control('POST choices/preview', {
        text: `at:\n  ? GET /api/${long}\n  : { errors.envelope: detail }\n`,
      })
    },
  },
  {
    name: 'preview-of-odd-yaml',
    on: everywhere,
    description: 'Previews YAML that repeats one character: nested lists, anchors, tags, quotes.',
    largest: 200_000,
    async play(client, size) {
      for (const piece of [
        '[',
        '{',
        '- ',
        '? ',
        '&a ',
        '*a ',
        '!!',
        '"',
        "'",
        '\t',
        '#',
        '|\n',
        '%',
      ])
        await client.control('POST choices/preview', { text: filled(piece, size) })
    },
  },
  {
    name: 'preview-of-aliases',
    on: everywhere,
    description: 'Previews YAML whose aliases expand to lists of aliases.',
    largest: 12,
    async play(client, levels) {
      const lines = many(levels, (index) => {
        const before = index === 0 ? 'x' : `*a${index - 1}`
        return `k${index}: &a${index} [${filled(`${before},`, (before.length + 1) * 9).slice(0, -1)}]\n`
      })
      await client.control('POST choices/preview', { text: lines.join('') })
    },
  },
  {
    name: 'next-script-of-a-long-name',
    on: everywhere,
    description: 'Selects a script with a name of megabytes for the next turn.',
    largest: 1_900_000,
    async play(client, size) {
      await client.control('POST director', { next: filled('refund', size) })
    },
  },
  {
    name: 'direction-of-unknown-keys',
    on: everywhere,
    description: 'Calls director, clock and fork with tens of thousands of unknown keys.',
    largest: 100_000,
    async play(client, count) {
      const keys = keyed(count, (index) => [`spee${index}`, 1])
      await client.control('POST director', keys)
      await client.control('POST clock', keys)
      await client.control('PUT choices', keys)
    },
  },
  {
    name: 'record-of-unknown-fields',
    on: everywhere,
    description:
      'Changes a record with tens of thousands of unknown fields, or a field name of a megabyte.',
    largest: 100_000,
    async play(client, count) {
      const id = await client.first('agents')
      const keys = keyed(count, (index) => [`descriptio${index}`, 1])
      await client.control(`PATCH records/agents/${id}`, keys)
      await client.control('POST records/agents', keys)
      await client.control(`PATCH records/agents/${id}`, { [filled('name', count * 10)]: 1 })
    },
  },
  {
    name: 'record-by-a-long-id',
    on: everywhere,
    description: 'Reads a record, a journal entry, a choice and a kind by a name of 14 KB.',
    largest: 14_000,
    async play(client, size) {
      const long = filled('a', size)
      for (const kind of ['messages', 'audit_log', 'documents'])
        await client.control(`GET records/${kind}/${long}`)
      await client.control(`GET records/${long}`)
      await client.control(`GET choices?id=${long}`)
      await client.control(`GET ${long}`)
      await client.control(`DELETE scenarios/${long}`)
      await client.control(`DELETE faults/${long}`)
      await client.control(`GET worlds/${long}`)
      await client.control(`GET coverage?format=${long}`)
    },
  },
  {
    name: 'world-of-long-names',
    on: ['serve'],
    description: 'Creates a world with a name, a fixture, a profile and a seed of a megabyte each.',
    largest: 2_000_000,
    async play(client, size) {
      const long = filled('demo', size)
      for (const wish of [{ name: long }, { fixture: long }, { profile: long }, { [long]: 1 }])
        await client.control('POST worlds', wish)
      await client.control('POST worlds', { profile: { picks: { [long]: 1 } } })
      await client.control('POST worlds', { profile: { at: { [`GET /${long}`]: {} } } })
    },
  },
  {
    name: 'scripts-of-unknown-keys',
    on: ['serve'],
    description: 'Adds scripts with tens of thousands of unknown keys, lines and kinds of lines.',
    largest: 50_000,
    async play(client, count) {
      const match = { endpoint: 'react' }
      const keys = keyed(count, (index) => [`answe${index}`, 'x'])
      await client.control('POST scenarios', { name: 'a', match, script: [keys] })
      await client.control('POST scenarios', {
        name: 'a',
        match,
        script: many(count, () => ({ answr: 1 })),
      })
      await client.control('POST scenarios', {
        name: 'a',
        match: { ...match, state: keys },
        script: [],
      })
      await client.control('POST scenarios', {
        ...keys,
        name: 'a',
        match,
        script: [{ answer: 'x' }],
      })
    },
  },
]
