import { readWords, UsageError, wholeNumber } from './usage.ts'

export const playHelp = `understudy scenarios play FILE: a script in the terminal, as a client would see it

  --query Q           what is asked; once for each turn of a dialogue. Made up where it can be
  --endpoint NAME     react or dag, where a script plays on both
  --turn N            show turn N alone; those before it are played at once
  --speed N|max       divides the pauses (1)
  --agent NAME        the agent that is asked, one of the demo fixture
  --profile NAME|FILE how the deployment answers (documented)
  --approve           answers to approvals (the default), or
  --reject, --expire  what a refusal, or nobody’s answer, leads to
  --reason TEXT       why it is refused
  --json              each event as a line of JSON

Each event comes with its time, cursor and payload, texts as they are typed. Ctrl-C ends it.
`

const flags = {
  query: { type: 'string', multiple: true },
  endpoint: { type: 'string' },
  turn: { type: 'string' },
  speed: { type: 'string', default: '1' },
  agent: { type: 'string' },
  profile: { type: 'string', default: 'documented' },
  approve: { type: 'boolean', default: false },
  reject: { type: 'boolean', default: false },
  expire: { type: 'boolean', default: false },
  reason: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** What `scenarios play` was told. */
export type PlayFlags = {
  readonly file: string
  readonly queries: readonly string[]
  readonly endpoint: 'react' | 'dag' | undefined
  /** The one turn that is shown; all of them unless given. */
  readonly turn: number | undefined
  /** Divides pauses; `Infinity` leaves none. */
  readonly speed: number
  readonly agent: string | undefined
  readonly profile: string
  readonly decision: 'approve' | 'reject' | 'expire'
  /** Why an approval is refused. */
  readonly reason: string | undefined
  readonly json: boolean
}

/** Reads the flags of `scenarios play`; throws `UsageError` for wrong ones. */
export function readPlayFlags(argv: readonly string[]): PlayFlags | 'help' {
  const { values, words } = readWords(argv, flags, 1)
  if (values.help) return 'help'
  const [file] = words
  if (file === undefined) throw new UsageError('Which file? understudy scenarios play FILE')
  const decision = decisionOf(values)
  if (values.reason !== undefined && decision !== 'reject')
    throw new UsageError('--reason says why an approval is refused: give --reject with it.')
  return {
    file,
    queries: values.query ?? [],
    endpoint: values.endpoint === undefined ? undefined : endpointOf(values.endpoint),
    turn: values.turn === undefined ? undefined : wholeNumber('turn', values.turn, 1, 1000),
    speed: speedOf(values.speed),
    agent: values.agent,
    profile: values.profile,
    decision,
    reason: values.reason,
    json: values.json,
  }
}

/** The endpoint of a flag. Throws `UsageError`. */
export function endpointOf(text: string): 'react' | 'dag' {
  if (text === 'react' || text === 'dag') return text
  throw new UsageError(`--endpoint is react or dag, not \`${text}\`: auto reaches both.`)
}

const decisions = ['approve', 'reject', 'expire'] as const

function decisionOf(values: Readonly<Record<(typeof decisions)[number], boolean>>) {
  const [first = 'approve', second] = decisions.filter((one) => values[one])
  if (second !== undefined)
    throw new UsageError(`--${first} or --${second}: an approval has one end.`)
  return first
}

function speedOf(text: string): number {
  const speed = text === 'max' ? Number.POSITIVE_INFINITY : Number(text)
  if (speed > 0) return speed
  throw new UsageError(`--speed takes a number above 0, or \`max\`, not \`${text}\`.`)
}
