import { expect, it } from 'vitest'
import { readScenarios } from '../../contract/authoring/scenarios.ts'
import { sampleOfSchema } from '../../contract/sample.ts'

it('a sample of a field named `constructor` is a text', () => {
  const schema = { type: 'object', properties: { constructor: { type: 'string' } } }
  expect(sampleOfSchema(schema, 'whole')).toEqual({ constructor: 'text' })
})

it('a problem below a key named `constructor` is reported as a problem of the script', async () => {
  const text = 'name: a\nmatch: { query: x }\nscript: [{ answer: x }]\nconstructor: [5]\n'
  const fragments = 'fragments:\n  constructor: [5]\n'
  const files = new Map([
    ['a.yaml', text],
    ['_b.yaml', fragments],
  ])
  const read = readScenarios([...files.keys()], async (file) => files.get(file) ?? '')
  await expect(read).rejects.toThrow('item 1 of "constructor" is 5; it must be a map')
})
