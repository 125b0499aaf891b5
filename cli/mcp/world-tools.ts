import * as z from 'zod/mini'
import type { JournalLine, JournalRecord } from '../../contract/control/journal.ts'
import { type Connection, queryText } from './connection.ts'
import { actingTool, jsonText, readingTool, world } from './tool.ts'

const text = z.optional(z.string().check(z.maxLength(500)))

/** Tools for the state of a world: faults, clock, journal, coverage, reset. */
export function worldTools({ control }: Connection) {
  return {
    list_faults: readingTool({
      says: 'Lists the faults of the world, with how often each matched (`met`) and took effect (`struck`).',
      takes: { world },
      run: async ({ world: of }) => jsonText(await control('GET faults', { world: of })),
    }),
    add_fault: actingTool({
      says: 'Adds a fault: a response that is late, wrong or missing, or a stream that breaks. read_doc faults.md lists all.',
      takes: {
        fault: [
          z.record(z.string(), z.unknown()),
          'such as {"match": {"endpoint": "chat.react"}, "times": 1, "effect": {"stream": {"cut": {"after_event": 5}}}}',
        ],
        world,
      },
      run: async ({ fault, world: of }) =>
        jsonText(await control('POST faults', { world: of, body: fault })),
    }),
    remove_faults: actingTool({
      says: 'Removes one fault of the world, or all.',
      takes: { id: [text, 'the id of the fault; all without it'], world },
      async run({ id, world: of }) {
        const path = id === undefined ? '' : `/${encodeURIComponent(id)}`
        await control(`DELETE faults${path}`, { world: of })
        return id === undefined ? 'All faults are removed.' : `The fault \`${id}\` is removed.`
      },
    }),
    read_clock: readingTool({
      says: 'Returns the time of the world, and whether it is frozen.',
      takes: { world },
      run: async ({ world: of }) => jsonText(await control('GET clock', { world: of })),
    }),
    move_clock: actingTool({
      says: 'Changes the time of the world with exactly one of advance, freeze, resume and scale.',
      takes: {
        advance: [text, 'a duration such as `2h`, or `next` for the next event that is due'],
        freeze: [z.optional(z.union([z.literal(true), z.string()])), 'true, or an ISO 8601 time'],
        resume: [z.optional(z.literal(true)), 'lets a frozen clock run again'],
        scale: [z.optional(z.number()), 'seconds of the world per second of the machine'],
        world,
      },
      run: async ({ world: of, ...body }) =>
        jsonText(await control('POST clock', { world: of, body })),
    }),
    read_journal: readingTool({
      says: 'Lists the newest requests to the world, each with the explanation of a refusal. read_request returns all about one.',
      takes: {
        status: [text, 'such as 404 or 4xx'],
        endpoint: [text, 'such as `chat.react`, `POST /api/react` or `/api/conversations/*`'],
        since: [z.optional(z.int()), 'only requests with a higher number'],
        limit: [z.optional(z.int()), 'the number of requests; default 20'],
        world,
      },
      async run({ world: of, limit = 20, ...filter }) {
        const found = await control(`GET journal${queryText({ ...filter, limit })}`, { world: of })
        const { entries } = found as { readonly entries: readonly JournalLine[] }
        return entries.length === 0 ? 'No request matches.' : entries.map(journalText).join('\n')
      },
    }),
    read_request: readingTool({
      says: 'Returns one request of the journal: the explanation, bodies, choices it relied on, faults, and the frames of its stream.',
      takes: { number: [z.int().check(z.gte(1)), 'its number in the journal'], world },
      async run({ number, world: of }) {
        const record = (await control(`GET journal/${number}`, { world: of })) as JournalRecord
        return `${journalText(record)}\n\n${jsonText(record)}`
      },
    }),
    read_coverage: readingTool({
      says: 'Returns a Markdown report: which operations, errors, events and choices the requests exercised, and which they did not.',
      takes: { world },
      run: async ({ world: of }) =>
        String(await control('GET coverage?format=markdown', { world: of })),
    }),
    reset_world: actingTool({
      says: 'Resets the world to its initial state, and ends its streams. Added scenarios and faults go.',
      takes: { world },
      async run({ world: of }) {
        await control('POST reset', { world: of })
        return 'The world is in its initial state.'
      },
    }),
  }
}

/** A request in one line, with the explanation below it. */
export function journalText(line: JournalLine): string {
  const { number, method, path, query, endpoint, status, code, scenario, explanation } = line
  const where = query === '' ? path : `${path}?${query}`
  const facts = [
    `${number}. ${method} ${where}: ${status ?? 'connection reset'}`,
    endpoint ?? 'unknown path',
    ...(code === null ? [] : [code]),
    ...(scenario === null ? [] : [`scenario ${scenario}`]),
    ...(line.faults.length === 0 ? [] : [`faults ${line.faults.join(', ')}`]),
    ...(line.stream === null ? [] : [`stream ${line.stream.state}, ${line.stream.events} events`]),
  ]
  return facts.join(', ') + (explanation === null ? '' : `\n   ${explanation}`)
}
