import { describe, expect, it } from 'vitest'
import { describeEffect } from '../../console/pages/faults/describe-fault.ts'
import { dayHeading } from '../../console/ui/describe-time.ts'
import { prettyJson } from '../../console/ui/format.ts'
import { inTimeZone } from '../support/time-zone.ts'

describe('a body in the console', () => {
  it('a JSON body is shown on several lines, with numbers and fields as they are written', () => {
    const body = '{"id":9007199254740993, "v":1.0,"7":[ ],"b":[1,{"c":{}}],"b":"a, {b}: \\"c\\""}'
    expect(prettyJson(body)).toBe(
      [
        '{',
        '  "id": 9007199254740993,',
        '  "v": 1.0,',
        '  "7": [],',
        '  "b": [',
        '    1,',
        '    {',
        '      "c": {}',
        '    }',
        '  ],',
        '  "b": "a, {b}: \\"c\\""',
        '}',
      ].join('\n'),
    )
  })

  it.each(['null', '"text"', '[]', '[[1],[2,"é"]]', '{"a":{"b":[true,null,-1e3]}}'])(
    'the JSON body %s is shown like its parsed value',
    (body) => {
      expect(prettyJson(body).replaceAll('-1e3', '-1000')).toBe(
        JSON.stringify(JSON.parse(body), undefined, 2),
      )
    },
  )

  it('a body that is not JSON is shown unchanged', () => {
    expect(prettyJson('{"a": 1')).toBe('{"a": 1')
  })
})

it('each effect of a fault has a description', () => {
  expect(describeEffect({ effect: { gateway: { status: 502 } } })).toBe('status 502 of a proxy')
  expect(describeEffect({ effect: { compression: 'gzip' } })).toBe('compressed with gzip')
  expect(describeEffect({ effect: { stream: { comments: true, data_lines: 2 } } })).toBe(
    'comments between events, data on 2 lines',
  )
})

const heading = (at: string, now: string) =>
  inTimeZone('Europe/Berlin', () => dayHeading(at, Date.parse(now)))

it('the last hour of a day of 25 hours is still today', async () => {
  const [evening, morning] = ['2026-10-25T22:30:00Z', '2026-10-25T08:00:00Z']
  expect(await heading(evening, morning)).toBe('Today')
  expect(await heading(morning, evening)).toBe('Today')
  expect(await heading('2026-10-24T12:00:00Z', morning)).toBe('Yesterday')
})
