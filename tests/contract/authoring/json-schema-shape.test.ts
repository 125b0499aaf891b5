import { describe, expect, it } from 'vitest'
import { createShapeWriter } from '../../../contract/authoring/json-schema-shape.ts'
import { readShape } from '../../../contract/profile/shape.ts'
import { fields, text } from './json-schemas.ts'

describe('the shape of a JSON Schema', () => {
  it.each([
    [{ type: 'string', format: 'uuid' }, 'string:uuid'],
    [{ type: ['string', 'null'], maxLength: 5 }, 'string len<=5|null'],
    [{ type: 'string', pattern: '^[a-z]{2}$' }, 'string ~^[a-z]{2}$'],
    [{ type: 'string', pattern: '^(?=a)b$' }, 'string'],
    [{ type: 'string', pattern: 'a' }, 'string'],
    [{ type: 'string', format: 'email' }, 'string'],
    [{ type: 'integer', minimum: 1, maximum: 9, default: 3 }, 'integer >=1 <=9 default 3'],
    [{ type: 'number', nullable: true }, 'number|null'],
    [{ enum: ['a', 'b', null] }, 'string{a|b}|null'],
    [{ enum: ['a', 'b'], default: 'b' }, 'string{a|b} default "b"'],
    [{ enum: ['a', 'b'], default: 'c' }, 'string{a|b}'],
    [{ type: 'boolean', minimum: 1 }, 'boolean'],
    [{ const: 5 }, 'integer'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string|null'],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, { oneOf: ['string', 'integer'] }],
    [{ type: 'array', items: { type: 'boolean' } }, ['boolean']],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { '*': 'integer' }],
    [{ type: 'object' }, 'object'],
    [{}, 'any'],
    [
      { allOf: [{ properties: { a: text }, required: ['a'] }, { properties: { b: text } }] },
      { a: 'string', 'b?': 'string' },
    ],
    [{ properties: { nullable: text, a: text } }, { 'a?': 'string' }],
    [{ $ref: '#/none' }, 'any'],
    [
      { allOf: [fields('a'), { oneOf: [fields('b'), fields('c')] }] },
      {
        oneOf: [
          { a: 'string', b: 'string' },
          { a: 'string', c: 'string' },
        ],
      },
    ],
    [
      { ...fields('a', 'b?', 'c?'), anyOf: [{ required: ['b'] }, { required: ['c'] }] },
      {
        oneOf: [
          { a: 'string', b: 'string', 'c?': 'string' },
          { a: 'string', 'b?': 'string', c: 'string' },
        ],
      },
    ],
    [
      { allOf: [{ allOf: [fields('a'), fields('b')] }, { allOf: [fields('c'), fields('d')] }] },
      { a: 'string', b: 'string', c: 'string', d: 'string' },
    ],
    [{ enum: ['a', 'b'], nullable: true }, 'string{a|b}|null'],
    [{ enum: ['a', null], nullable: true }, 'string{a}|null'],
    [{ allOf: [{ enum: ['a', 'b'] }], nullable: true }, 'string{a|b}|null'],
    [{ anyOf: [fields('a')], nullable: true }, { nullable: { a: 'string' } }],
    [
      { oneOf: [text, { type: 'integer' }], nullable: true },
      { oneOf: ['string', 'integer', null] },
    ],
    [{ oneOf: [{ type: ['string', 'null'] }], nullable: true }, 'string|null'],
  ])('the JSON Schema %j is written as a shape of profiles', (schema, shape) => {
    const written = createShapeWriter({}).shapeOf(schema)
    expect(written).toEqual(shape)
    expect(() => readShape(written)).not.toThrow()
  })

  it('a base that lists the schemas which extend it, and these schemas, keep all of their fields', () => {
    const cat = { allOf: [{ $ref: '#/pet' }, fields('claws')] }
    const dog = { allOf: [{ $ref: '#/pet' }, fields('bark')] }
    const pet = { ...fields('name'), oneOf: [{ $ref: '#/cat' }, { $ref: '#/dog' }] }
    const { shapeOf } = createShapeWriter({ pet, cat, dog })
    const [oneCat, oneDog] = ['claws', 'bark'].map((own) => ({ name: 'string', [own]: 'string' }))
    expect(shapeOf(pet)).toEqual({ oneOf: [oneCat, oneDog] })
    expect([cat, dog].map(shapeOf)).toEqual([oneCat, oneDog])
  })

  it('an `allOf` that contains itself, or that is very deep, ends', () => {
    const cyclic = { allOf: [{ $ref: '#/a' }, fields('b')] }
    expect(createShapeWriter({ a: cyclic }).shapeOf(cyclic)).toEqual({ b: 'string' })
    const deep = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`a${at}`, { allOf: [{ $ref: `#/a${at + 1}` }] }]),
    )
    const writer = createShapeWriter(deep)
    expect(writer.shapeOf({ $ref: '#/a0' })).toBe('any')
    expect(writer.takeNotes()).toHaveLength(1)
  })
})

it.each([
  ['string >=1 <=5', '>=1'],
  ['integer len<=3', 'len<=3'],
  ['integer{1|2}', 'integer{1|2}'],
  ['number ~^[0-9]+$', '~^[0-9]+$'],
  ['boolean|integer len>=1', 'len>=1'],
])('the shape `%s` is refused, because its limit `%s` is of another type', (shape, limit) => {
  expect(() => readShape(shape)).toThrow(`\`${limit}\` in the shape \`${shape}\` is unknown`)
})

it.each(['string:datetime', 'integer:date', 'string:email'])(
  'the format in the shape `%s` is refused, because no body is checked against it',
  (shape) => {
    expect(() => readShape(shape)).toThrow(`\`${shape}\` in the shape \`${shape}\` is unknown`)
  },
)
