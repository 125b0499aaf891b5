import * as z from 'zod/mini'
import { createShapeWriter } from '../../authoring/json-schema-shape.ts'
import type { Fixture } from '../../contract/fixture.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { Answer } from '../../contract/profile/answers.ts'
import { readShape, type Shape } from '../../contract/profile/shape.ts'
import { sampleOf } from '../../contract/profile/shape-sample.ts'

type FixtureRecord = Readonly<Record<string, unknown>> & { readonly id: string }

/** The records of a fixture by the segment of a path before their id, if that is not their name. */
const otherNames: Readonly<Record<string, keyof Fixture>> = {
  orgs: 'organizations',
  members: 'users',
  runs: 'workflow_runs',
}

/** The most requests for one operation, each with other records. */
const mostTried = 12

/** The paths of an operation with the ids of records of a fixture, those of the user first. */
export function pathsFor(fixture: Fixture, template: string, userId: string): readonly string[] {
  let paths: readonly { readonly path: string; readonly parent?: FixtureRecord }[] = [{ path: '' }]
  let before = ''
  for (const segment of template.split('/').slice(1)) {
    const isParameter = segment.startsWith('{')
    paths = isParameter
      ? paths.flatMap(({ path, parent }) =>
          ordered(candidates(fixture, before, parent), userId).map((record) => ({
            path: `${path}/${encodeURIComponent(record.id)}`,
            parent: record,
          })),
        )
      : paths.map((one) => ({ ...one, path: `${one.path}/${segment}` }))
    before = segment
  }
  return paths.map(({ path }) => path).slice(0, mostTried)
}

function candidates(
  fixture: Fixture,
  segment: string,
  parent: FixtureRecord | undefined,
): readonly FixtureRecord[] {
  const inParent = parent?.[segment]
  if (Array.isArray(inParent)) return inParent.filter(hasId)
  const all: unknown = Reflect.get(fixture, otherNames[segment] ?? segment.replaceAll('-', '_'))
  const records = Array.isArray(all) ? all.filter(hasId) : []
  const children = records.filter((one) => Object.values(one).includes(parent?.id))
  return parent !== undefined && children.length > 0 ? children : records
}

const hasId = (value: unknown): value is FixtureRecord =>
  typeof (value as Partial<FixtureRecord> | null)?.id === 'string'

const ordered = (records: readonly FixtureRecord[], userId: string) => {
  const isOwn = (record: FixtureRecord) => record['user_id'] === userId
  return [...records.filter(isOwn), ...records.filter((record) => !isOwn(record))]
}

/** The shape of a query or a body. */
export function shapeOfInput(schema: z.ZodMiniType): Shape {
  const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return readShape(createShapeWriter(document).shapeOf(document))
}

/** The fields that a made-up body has, though they are optional: an update changes something. */
const usual = ['name', 'title']

/** A body that an operation accepts, with fields of an existing record where these fit. */
export function bodyFor(schema: z.ZodMiniType, like: Readonly<Record<string, unknown>>): unknown {
  const shape = shapeOfInput(schema)
  return valueOf(shape, like)
}

function valueOf(shape: Shape, like: Readonly<Record<string, unknown>>): unknown {
  if (shape.kind === 'list') return [valueOf(shape.item, like)]
  if (shape.kind !== 'object') return sampleOf(shape, 'required')
  const fields = [...shape.fields].filter(
    ([name, { isOptional }]) => !isOptional || usual.includes(name),
  )
  return Object.fromEntries(
    fields.map(([name, field]) => [name, like[name] ?? sampleOf(field.shape, 'required')]),
  )
}

/** A record of the fixture with the fields of what an operation creates or changes. */
export function recordLike(fixture: Fixture, { path }: Pick<Operation, 'path'>): object {
  const segments = path.split('/').filter((segment) => !segment.startsWith('{'))
  const records = segments
    .toReversed()
    .flatMap((segment) => candidates(fixture, segment, undefined))
  const [user] = fixture.showcase.users
  const ids = Object.fromEntries(
    [...new Set(['conversations', 'agents'] as const)].map((kind) => [
      `${kind.slice(0, -1)}_id`,
      fixture[kind][0]?.id,
    ]),
  )
  return { ...ids, q: 'What is new?', ...user, ...records[0] }
}

/** A body with the names and values of the deployment, as its answer accepts them. */
export function asSent(body: unknown, { accepts = {} }: Pick<Answer, 'accepts'>): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const names = Object.entries(accepts.body ?? {})
  return Object.fromEntries(
    Object.entries(body).map(([field, value]: [string, unknown]) => {
      const [sent = field] = names.find(([, ours]) => ours === field) ?? []
      const values = Object.entries(accepts.values?.[field] ?? {})
      const [other = value] = values.find(([, ours]) => ours === value) ?? []
      return [sent, other]
    }),
  )
}
