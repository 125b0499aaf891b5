import * as z from 'zod/mini'
import type { JournalLine } from '../../contract/control/journal.ts'
import type { FaultInput } from '../../contract/fault.ts'
import type { Connection } from './connection.ts'
import { operationTools } from './operation-tools.ts'
import { actingTool, jsonText, worldArgument } from './tool.ts'

const text = z.optional(z.string().check(z.maxLength(500)))

/** Tools for the state of a world: faults, clock, journal, coverage, reset. */
export function worldTools(connection: Connection) {
  const { control } = connection
  const tool = operationTools(connection)
  return {
    ...tool('GET faults'),
    ...tool('POST faults', {
      says: 'Adds a fault: a response that is late, wrong or missing, or a stream that breaks. read_doc faults.md lists all.',
      takes: {
        fault: [
          z.record(z.string(), z.unknown()),
          'such as {"match": {"endpoint": "chat.react"}, "times": 1, "effect": {"stream": {"cut": {"after_event": 5}}}}',
        ],
      },
      // The control API validates the fault.
      input: ({ fault }) => ({ body: fault as FaultInput }),
    }),
    remove_faults: actingTool({
      says: 'Removes one fault of the world, or all.',
      takes: { id: [text, 'the id of the fault; all without it'], world: worldArgument },
      async run({ id, world: of }) {
        if (id === undefined) await control('DELETE faults', { world: of })
        else await control('DELETE faults/{id}', { params: { id }, world: of })
        return id === undefined ? 'All faults are removed.' : `The fault \`${id}\` is removed.`
      },
    }),
    ...tool('GET clock'),
    ...tool('POST clock', {
      takes: {
        advance: [text, 'a duration such as `2h`, or `next` for the next event that is due'],
        freeze: [z.optional(z.union([z.literal(true), z.string()])), 'true, or an ISO 8601 time'],
        resume: [
          z.optional(z.union([z.literal(true), z.literal('real')])),
          'lets a frozen clock run again; `real` also sets it to the real time',
        ],
        scale: [z.optional(z.number()), 'seconds of the world per second of the machine'],
      },
      // The fake checks that the body has exactly one field.
      input: (body) => ({ body: body as { resume: true } }),
    }),
    ...tool('GET journal', {
      says: 'Lists the newest requests to the world, each with the explanation of a refusal. read_request returns all about one.',
      takes: {
        status: [text, 'such as 404 or 4xx'],
        endpoint: [text, 'such as `chat.react`, `POST /api/react` or `/api/conversations/*`'],
        since: [z.optional(z.int()), 'only requests with a higher number'],
        limit: [z.optional(z.int()), 'the number of requests; default 20'],
      },
      input: ({ limit = 20, ...filter }) => ({ query: { ...filter, limit } }),
      text: ({ entries }) =>
        entries.length === 0 ? 'No request matches.' : entries.map(journalText).join('\n'),
    }),
    ...tool('GET journal/{number}', {
      takes: { number: [z.int().check(z.gte(1)), 'its number in the journal'] },
      input: ({ number }) => ({ params: { number: String(number) } }),
      text: (record) => `${journalText(record)}\n\n${jsonText(record)}`,
    }),
    ...tool('GET coverage', {
      says: 'Returns a Markdown report: which operations, errors, events and choices the requests exercised, and which they did not.',
      input: () => ({ query: { format: 'markdown' } }),
      text: String,
    }),
    ...tool('POST reset', { text: () => 'The world is in its initial state.' }),
  }
}

/** Formats a request of the journal as one line, with its explanation below. */
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
