import { gzipSync } from 'node:zlib'
import { filled, keyed, many, nested } from './attack.ts'
import { endlessly, endlessTurns, isTurn, onceIn, says, spoils, stream } from './hostilities.ts'
import type { Command, TargetAttack } from './target-attack.ts'

const smoke: Command = { name: 'conform', flags: ['--plan', 'smoke'] }
const turns: Command = { name: 'conform', flags: ['--plan', 'turn'] }
const compare: Command = { name: 'compare', flags: ['--plan', 'smoke'] }

/** Everything that a terminal, a log, a page or a runner of jobs takes for more than text. */
export const controls =
  '\u001b]0;pwned\u0007\u001b[31mRED\u009b31m\u001b]52;c;cHduZWQ=\u0007\u202e\u2066\r\n::error::injected\n::set-output name=x::y\n'

const event = (name: string, data: string, id = 1) => `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`

export const targetAttacks: readonly TargetAttack[] = [
  {
    name: 'target-of-token-beginnings',
    tries: 'Answers everything with text that is dear to search for tokens.',
    command: smoke,
    largest: 80_000,
    hostility: (size) => onceIn(says(JSON.stringify({ x: filled('eyJ-', size) }))),
  },
  {
    name: 'target-of-many-secrets',
    tries: 'Answers everything with thousands of secrets, each of which is masked in every text.',
    command: smoke,
    largest: 40_000,
    hostility: (count) =>
      onceIn(
        says(
          JSON.stringify({
            items: many(count, (index) => ({ token: `secret-${String(index).padStart(16, '0')}` })),
          }),
        ),
      ),
  },
  {
    name: 'target-of-endless-streams',
    tries: 'Answers turns with events that never end.',
    command: turns,
    largest: 0,
    hostility: () => endlessTurns('', event('message', '{"type":"x"}').repeat(200)),
  },
  {
    name: 'target-of-endless-event',
    tries: 'Answers turns with one event that never ends.',
    command: turns,
    largest: 0,
    hostility: () => endlessTurns('event: message\ndata: ', filled('x', 65_536)),
  },
  {
    name: 'target-of-endless-comments',
    tries: 'Answers turns with comments that never end, and no event.',
    command: turns,
    largest: 0,
    hostility: () => endlessTurns('', ': keepalive\n\n'.repeat(1000)),
  },
  {
    name: 'target-of-endless-bodies',
    tries: 'Answers everything with JSON that never ends.',
    command: smoke,
    largest: 0,
    hostility: () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      endlessly(response, '{"x":"', filled('x', 65_536))
      return true
    },
  },
  {
    name: 'target-of-compressed-zeros',
    tries: 'Answers everything with a small body that unpacks to hundreds of megabytes.',
    command: smoke,
    largest: 0,
    hostility: () => {
      const bomb = gzipSync(Buffer.alloc(200_000_000, ' '))
      return (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(bomb)
        return true
      }
    },
  },
  {
    name: 'target-of-many-items',
    tries: 'Answers everything with a list of a million items.',
    command: smoke,
    largest: 400_000,
    hostility: (count) =>
      onceIn(says(JSON.stringify({ items: many(count, () => ({ id: 1 })), total: count }))),
  },
  {
    name: 'target-of-many-keys',
    tries: 'Answers everything with an object of hundreds of thousands of keys, for its shape.',
    command: compare,
    largest: 100_000,
    hostility: (count) =>
      onceIn(says(JSON.stringify(keyed(count, (index) => [`k${index}`, { a: index }])))),
  },
  {
    name: 'target-of-deep-levels',
    tries: 'Answers everything with JSON of a hundred thousand levels.',
    command: smoke,
    largest: 100_000,
    hostility: (levels) => onceIn(says(nested(levels))),
  },
  {
    name: 'target-of-endless-pages',
    tries: 'Says that each list has more pages than anybody can read.',
    command: smoke,
    largest: 0,
    hostility: () =>
      onceIn(
        says(
          JSON.stringify({
            items: many(20, (index) => ({ id: String(index) })),
            total: 1e308,
            page: 1,
            size: 20,
            pages: 1e308,
          }),
        ),
      ),
  },
  {
    name: 'target-of-silence',
    tries: 'Takes every request, and never answers.',
    command: smoke,
    largest: 0,
    hostility: () => () => true,
  },
  {
    name: 'target-of-drops',
    tries: 'Answers everything a byte at a time, just often enough to seem alive.',
    command: smoke,
    largest: 0,
    hostility: () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drop = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(drop))
      return true
    },
  },
  {
    name: 'target-of-broken-answers',
    tries: 'Promises a length, sends half of it, and hangs up.',
    command: smoke,
    largest: 0,
    hostility: () => (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"x":', () => response.destroy())
      return true
    },
  },
  {
    name: 'target-of-controls',
    tries: 'Ends every text with signs that move a cursor, or forge lines of a log.',
    command: { name: 'conform', flags: ['--plan', 'core'] },
    largest: 0,
    hostility: () => spoils(controls),
  },
  {
    name: 'annotations-of-controls',
    tries: 'The same, where a job reports annotations.',
    command: { name: 'conform', flags: ['--plan', 'smoke', '--report', 'github'] },
    largest: 0,
    hostility: () => spoils(controls),
  },
  {
    name: 'calibration-of-controls',
    tries: 'The same, for the profile that is written.',
    command: { name: 'calibrate', flags: ['--plan', 'core'] },
    largest: 0,
    hostility: () => spoils(controls),
  },
  {
    name: 'comparison-of-controls',
    tries: 'The same, for the differences that are told.',
    command: { name: 'compare', flags: ['--plan', 'smoke'] },
    largest: 0,
    hostility: () => spoils(controls),
  },
  {
    name: 'target-of-long-texts',
    tries: 'Refuses everything with an error of a megabyte, in one line.',
    command: smoke,
    largest: 1_000_000,
    hostility: (size) => (_request, response) => {
      const body = JSON.stringify({
        detail: filled('x ', size),
        error: { code: filled('y', size) },
      })
      response.writeHead(403, { 'content-type': 'application/json' }).end(body)
      return true
    },
  },
  {
    name: 'target-of-many-events',
    tries: 'Answers turns with hundreds of thousands of events, of cursors that fall.',
    command: turns,
    largest: 100_000,
    hostility: (count) => {
      const events = many(count, (index) => event('message', '{"type":"x"}', count - index)).join(
        '',
      )
      return (request, response) => {
        if (!isTurn(request)) return false
        response.writeHead(200, stream).end(events)
        return true
      }
    },
  },
]
