import {
  type Attack,
  type AttackOn,
  drip,
  endlessStream,
  endlessText,
  gzipBomb,
  half,
  isLogin,
  isTurn,
  silence,
  whole,
  wholeStream,
} from '../../support/adversary/hostile-answers.ts'
import { filled, keyed, many, nested } from './attack.ts'

/** A command of the suite, with its flags except for the target and its credentials. */
export type SuiteCommand = {
  readonly name: 'conform' | 'calibrate' | 'compare'
  readonly flags: readonly string[]
}

/** An attempt of a target to block, crash or deceive the suite. */
export type TargetAttack = {
  readonly name: string
  readonly description: string
  readonly command: SuiteCommand
  /** The size of the largest round, as for attacks on servers; 0 if the attack has no size. */
  readonly largest: number
  readonly attackOn: (size: number) => AttackOn
}

/** An attack on everything but the sign-in, so that the suite continues. */
const afterSignIn =
  (attack: Attack): AttackOn =>
  (asked) =>
    isLogin(asked) ? undefined : attack

/** An attack on turns. */
const onTurns =
  (attack: Attack): AttackOn =>
  (asked) =>
    isTurn(asked) ? attack : undefined

/** Appends a text to every string of every response, except for sign-ins and turns. */
const appendToStrings =
  (text: string): AttackOn =>
  (asked) =>
    isLogin(asked) || isTurn(asked)
      ? undefined
      : (_answer, { forward }) =>
          forward((body) =>
            body.replaceAll(
              /"((?:[^"\\]|\\.)*)"(?!:)/g,
              (_all, said: string) => `"${said}${JSON.stringify(text).slice(1, -1)}"`,
            ),
          )

const smoke: SuiteCommand = { name: 'conform', flags: ['--plan', 'smoke'] }
const turns: SuiteCommand = { name: 'conform', flags: ['--plan', 'turn'] }
const compare: SuiteCommand = { name: 'compare', flags: ['--plan', 'smoke'] }

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
    attackOn: (size) => afterSignIn(whole(JSON.stringify({ x: filled('eyJ-', size) }))),
  },
  {
    name: 'target-of-many-secrets',
    description:
      'Responds to everything with thousands of secrets, all of which the suite has to mask in every text.',
    command: smoke,
    largest: 40_000,
    attackOn: (count) =>
      afterSignIn(
        whole(
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
    attackOn: () => onTurns(endlessStream(event('message', '{"type":"x"}'))),
  },
  {
    name: 'target-of-endless-event',
    description: 'Responds to turns with a single endless event.',
    command: turns,
    largest: 0,
    attackOn: () => onTurns(endlessStream('x', 'event: message\ndata: ')),
  },
  {
    name: 'target-of-endless-comments',
    description: 'Responds to turns with an endless stream of comments and no event.',
    command: turns,
    largest: 0,
    attackOn: () => onTurns(endlessStream(': keepalive\n\n')),
  },
  {
    name: 'target-of-endless-bodies',
    description: 'Responds to everything with endless JSON.',
    command: smoke,
    largest: 0,
    attackOn: () => () => endlessText,
  },
  {
    name: 'target-of-compressed-zeros',
    description: 'Responds to everything with a small compressed body that expands to a gigabyte.',
    command: smoke,
    largest: 0,
    attackOn: () => () => gzipBomb,
  },
  {
    name: 'target-of-many-items',
    description: 'Responds to everything with a list of a million items.',
    command: smoke,
    largest: 400_000,
    attackOn: (count) =>
      afterSignIn(whole(JSON.stringify({ items: many(count, () => ({ id: 1 })), total: count }))),
  },
  {
    name: 'target-of-many-keys',
    description:
      'Responds to everything with an object of hundreds of thousands of keys, whose shape is compared.',
    command: compare,
    largest: 100_000,
    attackOn: (count) =>
      afterSignIn(whole(JSON.stringify(keyed(count, (index) => [`k${index}`, { a: index }])))),
  },
  {
    name: 'target-of-deep-levels',
    description: 'Responds to everything with JSON of a hundred thousand levels.',
    command: smoke,
    largest: 100_000,
    attackOn: (levels) => afterSignIn(whole(nested(levels))),
  },
  {
    name: 'target-of-endless-pages',
    description: 'Reports an enormous number of pages for each list.',
    command: smoke,
    largest: 0,
    attackOn: () =>
      afterSignIn(
        whole(
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
    attackOn: () => () => silence,
  },
  {
    name: 'target-of-drops',
    description: 'Responds to everything byte by byte, often enough to prevent an idle timeout.',
    command: smoke,
    largest: 0,
    attackOn: () => () => drip,
  },
  {
    name: 'target-of-broken-answers',
    description: 'Announces a content length, sends half of it, and disconnects.',
    command: smoke,
    largest: 0,
    attackOn: () => () => half,
  },
  {
    name: 'target-of-controls',
    description:
      'Ends every text with characters that move the cursor of a terminal or forge log lines.',
    command: { name: 'conform', flags: ['--plan', 'core'] },
    largest: 0,
    attackOn: () => appendToStrings(controls),
  },
  {
    name: 'annotations-of-controls',
    description:
      'Ends every text with such characters, while the suite reports GitHub annotations.',
    command: { name: 'conform', flags: ['--plan', 'smoke', '--report', 'github'] },
    largest: 0,
    attackOn: () => appendToStrings(controls),
  },
  {
    name: 'calibration-of-controls',
    description: 'Ends every text with such characters, while the suite writes a profile.',
    command: { name: 'calibrate', flags: ['--plan', 'core'] },
    largest: 0,
    attackOn: () => appendToStrings(controls),
  },
  {
    name: 'comparison-of-controls',
    description: 'Ends every text with such characters, while the suite reports differences.',
    command: { name: 'compare', flags: ['--plan', 'smoke'] },
    largest: 0,
    attackOn: () => appendToStrings(controls),
  },
  {
    name: 'target-of-long-texts',
    description: 'Responds to everything with an error of a megabyte in one line.',
    command: smoke,
    largest: 1_000_000,
    attackOn: (size) => {
      const body = { detail: filled('x ', size), error: { code: filled('y', size) } }
      const refusal = whole(JSON.stringify(body), { status: 403 })
      return () => refusal
    },
  },
  {
    name: 'target-of-many-events',
    description: 'Responds to turns with hundreds of thousands of events with descending cursors.',
    command: turns,
    largest: 100_000,
    attackOn: (count) =>
      onTurns(
        wholeStream(
          many(count, (index) => event('message', '{"type":"x"}', count - index)).join(''),
        ),
      ),
  },
]
