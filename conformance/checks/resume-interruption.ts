import type { Check } from '../check.ts'
import { control, must } from '../must.ts'
import { type Recovery, recovery } from '../stream/extra-turns.ts'
import { fingerprint, label } from '../stream/frame.ts'
import { sameEvents } from '../stream/replays.ts'
import { framesIn, isStream } from '../stream/stream.ts'

const base = {
  level: 'must',
  rule: 'resume.interrupted',
  plan: 'full',
  needs: ['user'],
  sees: ['turn.on-disconnect', 'resume.mid-turn'],
} as const

/** What a resume gives of a turn whose reader left (4.2). */
export const interruptionChecks: readonly Check[] = [
  {
    ...base,
    id: 'resume.interrupted-turn-is-read-to-its-end',
    run: async (lab) => {
      const { last, later, complete, full } = await recovery(lab)
      must.status(later, 200)
      const frames = framesIn(later)
      const types = frames.map(({ type }) => type)
      must.holds(complete, 'the rest of the turn, through done', `${types}`, later)
      must.equal(types.at(-1), 'resume_done', later, 'last event')
      const expected = framesIn(full).filter(({ cursor }) => (cursor ?? -1) > last)
      const got = frames.filter(({ type }) => type !== 'resume_done')
      const stored = expected.filter(({ type }) => type !== 'resume_done')
      const wanted = `exactly ${stored.map(label).join(' ')}`
      must.holds(sameEvents(got, stored), wanted, got.map(label).join(' '), later)
    },
  },
  {
    ...base,
    id: 'resume.midway-gives-the-running-turn',
    run: async (lab) => {
      const { seen, midway } = await recovery(lab)
      control(midway.status !== 404, 'nothing of the turn was stored yet')
      must.status(midway, 200)
      const replayed = framesIn(midway)
      const prints = new Set(replayed.map(fingerprint))
      const found = seen.some((frame) => prints.has(fingerprint(frame)))
      const wanted = `one of ${seen.map(label).join(' ')}`
      must.holds(found, wanted, replayed.map(label).join(' '), midway)
    },
  },
  {
    ...base,
    id: 'resume.form-of-an-interruption',
    level: 'observe',
    run: async (lab) => {
      const found = await recovery(lab)
      return {
        'turn.on-disconnect': found.complete ? 'goes-on' : 'cancels',
        'resume.mid-turn': midTurn(found),
        delayMs: found.delay,
      }
    },
  },
]

function midTurn({ seen, midway, full }: Recovery): string {
  if (!isStream(midway)) return String(midway.status)
  const replayed = framesIn(midway)
  const prints = new Set(replayed.map(fingerprint))
  if (!seen.some((frame) => prints.has(fingerprint(frame)))) return 'previous'
  return replayed.length === framesIn(full).length ? 'follow' : 'stored'
}
