import { expect, it } from 'vitest'
import { countParses, generatedRecording } from '../../bench/import-parses.ts'
import { readHar } from '../../traffic/har/read-har.ts'

it('an import parses each long body and event of a recording once', async () => {
  const recording = { name: 'a.har', exchanges: readHar([generatedRecording()]) }
  const counts = await countParses([recording])
  const names = [...counts.keys()].map((text) => /(\w+) \1 \1/.exec(text)?.[1])
  expect(names.toSorted()).toEqual(
    `agent answer boat broken changed cursor delta document inject input inputs message observation
     outputs question renamed rest started title`.split(/\s+/),
  )
  expect([...counts.values()].filter((count) => count !== 1)).toEqual([])
})
