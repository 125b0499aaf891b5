import { globSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../../contract/authoring/yaml.ts'
import { runCommand } from '../../../cli/run-command.ts'
import { profileSchema } from '../../../tools/build/schemas.ts'
import { samplesOf } from '../../support/docs-samples.ts'

const validate = new Ajv2020({ allErrors: true, strict: false }).compile(profileSchema())

/** The places of the problems of a document. */
const wrong = (document: unknown): readonly string[] =>
  validate(document) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath)

const documents = [
  ...globSync(['profiles/*/*.yaml', 'examples/*/*profile*.yaml']).map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  ),
  ...samplesOf('yaml')
    .filter(({ page }) => /^docs\/profile(s|-language)\.md$/.test(page))
    .map(({ name, code }) => [name, code] as const),
]

describe('the JSON Schema of profiles', () => {
  it.each(documents)('the JSON Schema of profiles accepts the profile %s', (file, text) => {
    expect(wrong(parseYaml(text, file).value)).toEqual([])
  })

  it('the JSON Schema of profiles accepts options as words, as numbers, with values and by operation', () => {
    expect(
      wrong({
        picks: {
          'conversations.create-status': 201,
          'keys.creation-status': { default: '200' },
          'lists.default-size': { items: 50 },
          'lists.envelope': { default: 'items', at: { 'GET /api/agents': 'array' } },
        },
        operations: {
          notes: {
            kind: 'collection',
            path: '/api/notes',
            record: { id: 'string' },
            only: ['list'],
          },
          count: { kind: 'action', method: 'GET', path: '/api/count', answer: '`5`' },
          settings: { kind: 'document', path: '/api/settings', record: 'any', value: {} },
        },
      }),
    ).toEqual([])
  })

  it.each([
    [{ pick: {} }, ''],
    [{ picks: { 'lists.size': 1 } }, '/picks'],
    [{ picks: { 'lists.envelope': 'none' } }, '/picks/lists.envelope'],
    [{ answers: { 'GET /api/agents': { bdoy: 'items' } } }, '/answers/GET ~1api~1agents'],
    [{ operations: { a: { kind: 'list', path: '/api/a' } } }, '/operations/a'],
    [{ operations: { A: { kind: 'action', method: 'GET', path: '/api/a' } } }, '/operations'],
  ])('the JSON Schema of profiles marks a mistake at its position: %j', (document, place) => {
    expect(wrong(document)).toContain(place)
  })

  it('`profiles schema` prints the schema that the package exports', async () => {
    let text = ''
    const io = { write: (part: string) => (text += part) }
    const stopped = new Promise<void>(() => {})
    expect(await runCommand(['profiles', 'schema'], { stdout: io, stderr: io, stopped })).toBe(0)
    const shipped = readFileSync('schemas/profile.json', 'utf8')
    expect(JSON.parse(text)).toEqual(JSON.parse(shipped))
  })
})
