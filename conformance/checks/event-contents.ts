import { checks } from '../session/check.ts'
import { formatValue, member } from '../session/json.ts'
import { assert, skip } from '../session/assertions.ts'
import { inDagTurns, inTurns, judging } from '../stream/judging.ts'
import { framesOf } from '../stream/stream.ts'

/** What the events of a turn say together (4.2, 6). */
export const eventContentChecks = checks(
  { plan: 'turn', level: 'should', needs: ['user'] },
  {
    'events.dag-reports-its-progress': {
      rule: 'chat.dag-streams',
      ...judging(inDagTurns, (stream) => {
        const reports = [...framesOf(stream, 'phase'), ...framesOf(stream, 'step_progress')]
        const types = [...new Set(stream.frames.map(({ type }) => type))].join(', ')
        assert.holds(reports.length > 0, 'a phase or a step_progress', types, stream.exchange)
      }),
    },
    'events.deltas-make-the-answer': {
      rule: 'events.answer',
      ...judging(inTurns, (stream) => {
        const texts = framesOf(stream, 'answer').flatMap(({ payload }) =>
          member(payload, 'type') === 'delta' ? [member(payload, 'text')] : [],
        )
        const answer = member(framesOf(stream, 'done')[0]?.payload, 'answer')
        if (typeof answer !== 'string') skip(`${stream.name} has no answer in done`)
        if (texts.length === 0 || !texts.every((text) => typeof text === 'string'))
          skip(`${stream.name} has no text in answer deltas`)
        // A target may trim the final text.
        const isSame = texts.join('').trim() === answer.trim()
        const expected = `deltas that make ${formatValue(answer)}`
        assert.holds(isSame, expected, formatValue(texts.join('')), stream.exchange)
      }),
    },
  },
)
