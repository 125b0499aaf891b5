import { gzipSync } from 'node:zlib'
import { filled, keyed, many, nested } from './attack.ts'
import {
  writeEndlessly,
  endlessTurns,
  isTurn,
  afterSignIn,
  respondWith,
  appendToStrings,
  stream,
} from './hostile-handlers.ts'
import type { Command, TargetAttack } from './target-attack.ts'

const smoke: Command = { name: 'conform', flags: ['--plan', 'smoke'] }
const turns: Command = { name: 'conform', flags: ['--plan', 'turn'] }
const compare: Command = { name: 'compare', flags: ['--plan', 'smoke'] }

/** Text that a terminal, a log, a page or a CI runner would interpret. */
const controls =
  '\u001b]0;pwned\u0007\u001b[31mRED\u009b31m\u001b]52;c;cHduZWQ=\u0007\u202e\u2066\r\n::error::injected\n::set-output name=x::y\n'

const event = (name: string, data: string, id = 1) => `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`

export const targetAttacks: readonly TargetAttack[] = [
  {
    name: 'target-of-token-beginnings',
    description: 'Responds to everything with text that is expensive to search for tokens.',
    command: smoke,
    largest: 80_000,
    handler: (size) => afterSignIn(respondWith(JSON.stringify({ x: filled('eyJ-', size) }))),
  },
  {
    name: 'target-of-many-secrets',
    description:
      'Responds to everything with thousands of secrets, all of which the suite has to mask in every text.',
    command: smoke,
    largest: 40_000,
    handler: (count) =>
      afterSignIn(
        respondWith(
          JSON.stringify({
            items: many(count, (index) => ({ token: `secret-${String(index).padStart(16, '0')}` })),
          }),
        ),
      ),
  },
  {
    name: 'target-of-endless-streams',
    description: 'Responds to turns with an endless stream of events.',
    command: turns,
    largest: 0,
    handler: () => endlessTurns('', event('message', '{"type":"x"}').repeat(200)),
  },
  {
    name: 'target-of-endless-event',
    description: 'Responds to turns with a single endless event.',
    command: turns,
    largest: 0,
    handler: () => endlessTurns('event: message\ndata: ', filled('x', 65_536)),
  },
  {
    name: 'target-of-endless-comments',
    description: 'Responds to turns with an endless stream of comments and no event.',
    command: turns,
    largest: 0,
    handler: () => endlessTurns('', ': keepalive\n\n'.repeat(1000)),
  },
  {
    name: 'target-of-endless-bodies',
    description: 'Responds to everything with endless JSON.',
    command: smoke,
    largest: 0,
    handler: () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      writeEndlessly(response, '{"x":"', filled('x', 65_536))
      return true
    },
  },
  {
    name: 'target-of-compressed-zeros',
    description:
      'Responds to everything with a small compressed body that expands to hundreds of megabytes.',
    command: smoke,
    largest: 0,
    handler: () => {
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
    description: 'Responds to everything with a list of a million items.',
    command: smoke,
    largest: 400_000,
    handler: (count) =>
      afterSignIn(
        respondWith(JSON.stringify({ items: many(count, () => ({ id: 1 })), total: count })),
      ),
  },
  {
    name: 'target-of-many-keys',
    description:
      'Responds to everything with an object of hundreds of thousands of keys, whose shape is compared.',
    command: compare,
    largest: 100_000,
    handler: (count) =>
      afterSignIn(
        respondWith(JSON.stringify(keyed(count, (index) => [`k${index}`, { a: index }]))),
      ),
  },
  {
    name: 'target-of-deep-levels',
    description: 'Responds to everything with JSON of a hundred thousand levels.',
    command: smoke,
    largest: 100_000,
    handler: (levels) => afterSignIn(respondWith(nested(levels))),
  },
  {
    name: 'target-of-endless-pages',
    description: 'Reports an enormous number of pages for each list.',
    command: smoke,
    largest: 0,
    handler: () =>
      afterSignIn(
        respondWith(
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
    description: 'Accepts every request, and never responds.',
    command: smoke,
    largest: 0,
    handler: () => () => true,
  },
  {
    name: 'target-of-drops',
    description: 'Responds to everything byte by byte, often enough to prevent an idle timeout.',
    command: smoke,
    largest: 0,
    handler: () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drop = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(drop))
      return true
    },
  },
  {
    name: 'target-of-broken-answers',
    description: 'Announces a content length, sends half of it, and disconnects.',
    command: smoke,
    largest: 0,
    handler: () => (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"x":', () => response.destroy())
      return true
    },
  },
  {
    name: 'target-of-controls',
    description:
      'Ends every text with characters that move the cursor of a terminal or forge log lines.',
    command: { name: 'conform', flags: ['--plan', 'core'] },
    largest: 0,
    handler: () => appendToStrings(controls),
  },
  {
    name: 'annotations-of-controls',
    description:
      'Ends every text with such characters, while the suite reports GitHub annotations.',
    command: { name: 'conform', flags: ['--plan', 'smoke', '--report', 'github'] },
    largest: 0,
    handler: () => appendToStrings(controls),
  },
  {
    name: 'calibration-of-controls',
    description: 'Ends every text with such characters, while the suite writes a profile.',
    command: { name: 'calibrate', flags: ['--plan', 'core'] },
    largest: 0,
    handler: () => appendToStrings(controls),
  },
  {
    name: 'comparison-of-controls',
    description: 'Ends every text with such characters, while the suite reports differences.',
    command: { name: 'compare', flags: ['--plan', 'smoke'] },
    largest: 0,
    handler: () => appendToStrings(controls),
  },
  {
    name: 'target-of-long-texts',
    description: 'Responds to everything with an error of a megabyte in one line.',
    command: smoke,
    largest: 1_000_000,
    handler: (size) => (_request, response) => {
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
    description: 'Responds to turns with hundreds of thousands of events with descending cursors.',
    command: turns,
    largest: 100_000,
    handler: (count) => {
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
