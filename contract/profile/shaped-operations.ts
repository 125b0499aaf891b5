import { type OperationId, operations } from '../operations.ts'
import { picksAt, type Profile } from '../picks.ts'
import { type Answer, shapesOf } from './answers.ts'
import { collectionCalls, itemPath, togglesOf, defaultActions } from './family-paths.ts'
import type { CollectionAction, CollectionFamily, Family } from './own-operations.ts'
import { type Field, readShape, type Shape, platformFields } from './shape.ts'

/** An operation of a profile, with the shapes of its response bodies. */
export type ShapedOperation = {
  readonly method: string
  /** The path with its parameters, such as `/api/skills/{skills_id}`. */
  readonly path: string
  readonly isAdminOnly: boolean
  /** The shapes of response bodies by status; the shape `null` means an empty body. */
  readonly shapes: ReadonlyMap<number, Shape>
  /** The profile's collection that the operation belongs to, and its action; absent if none. */
  readonly own?: { readonly collection: OwnCollection; readonly action: OwnAction }
}

/** A collection in which a client can create records. */
export type OwnCollection = {
  readonly path: string
  /** The field that identifies a record in paths. */
  readonly key: string
  /** The fields that a client sends to create a record. */
  readonly fields: ReadonlyMap<string, Field>
  readonly actions: ReadonlySet<CollectionAction>
}

export type OwnAction = CollectionAction | 'toggle'

/** Returns the operations of a profile that have shapes: first answers, then families. */
export function shapedOperations(profile: Profile): readonly ShapedOperation[] {
  const answers = Object.entries(profile.answers ?? {}).flatMap(([id, answer]) =>
    answerShapes(id as OperationId, answer),
  )
  const families = Object.entries(profile.operations ?? {}).flatMap(([name, family]) =>
    familyShapes(name, family, profile),
  )
  return [...answers, ...families].filter(({ shapes }) => shapes.size > 0)
}

function answerShapes(id: OperationId, answer: Answer): readonly ShapedOperation[] {
  const { method, path, adminOnly } = operations[id]
  return [{ method, path, isAdminOnly: adminOnly === true, shapes: shapesOf(answer) }]
}

function familyShapes(name: string, family: Family, profile: Profile): ShapedOperation[] {
  const { path, admin = false } = family
  const declared = shapesOf(family)
  if (family.kind === 'action')
    return [{ method: family.method, path, isAdminOnly: admin, shapes: declared }]
  // A stream has events instead of a body.
  if (family.kind === 'stream') return []
  if (family.kind === 'files')
    return [{ method: 'GET', path, isAdminOnly: admin, shapes: declared }]
  const errors = [...declared].filter(([status]) => status >= 400)
  const shaped = (method: string, where: string, status: number, shape: Shape) => ({
    method,
    path: where,
    isAdminOnly: admin,
    shapes: new Map([...errors, [status, shape]]),
  })
  const one = (shape: Shape) => (hasEnvelope(family, profile) ? envelopeShape(shape) : shape)
  if (family.kind === 'document') {
    const { replace = 'PUT', record, shown = record } = family
    const methods = replace === 'none' ? ['GET'] : ['GET', replace]
    return methods.map((method) => shaped(method, path, 200, one(readShape(shown))))
  }
  const { input, shown = family.record, deleted } = family
  const record = readShape(shown)
  const sent = readShape(input ?? family.record)
  const all = sent.kind === 'object' ? [...sent.fields] : []
  const { only = defaultActions } = family
  const collection: OwnCollection = {
    path,
    key: family.key ?? 'id',
    fields: new Map(input ? all : all.filter(([field]) => !platformFields.has(field))),
    actions: new Set(only),
  }
  const item = itemPath(name, family)
  const list: Shape = { kind: 'list', item: record }
  const removed: Shape = deleted === undefined ? { kind: 'null' } : { kind: 'any' }
  const listed: Shape =
    family.lists === undefined ? listShape(family, list, profile) : { kind: 'any' }
  const calls = collectionCalls(name, family)
  const bodies: Readonly<Record<CollectionAction, readonly [status: number, shape: Shape]>> = {
    list: [200, listed],
    create: [family.created ?? 201, one(record)],
    read: [200, one(record)],
    update: [200, one(record)],
    replace: [200, one(record)],
    batch: [200, one(list)],
    delete: [deleted === undefined ? 204 : 200, removed],
  }
  const toggles = togglesOf(family).map(({ method, segment }) => ({
    ...shaped(method, `${item}/${segment}`, 200, one(record)),
    own: { collection, action: 'toggle' as const },
  }))
  // Deletions come last, because the other operations need the record.
  const ordered = actionOrder.filter((action) => only.includes(action))
  const [last, ...others] = ordered.toReversed().map((action) => ({
    ...shaped(...calls[action], ...bodies[action]),
    own: { collection, action },
  }))
  return [...others.toReversed(), ...toggles, ...(last ? [last] : [])]
}

const actionOrder = ['list', 'batch', 'create', 'read', 'update', 'replace', 'delete'] as const

function hasEnvelope(
  { one, admin }: Extract<Family, { kind: 'collection' | 'document' }>,
  profile: Profile,
) {
  if (one === 'bare' || one === 'array') return false
  if (one === 'envelope') return true
  return admin !== true || picksAt(profile)['administration.envelope'].option !== 'bare'
}

const toField = (shape: Shape, isOptional = false): Field => ({ shape, isOptional })
const objectShape = (fields: Readonly<Record<string, Field>>): Shape => ({
  kind: 'object',
  fields: new Map(Object.entries(fields)),
})

const envelopeShape = (data: Shape): Shape =>
  objectShape({
    success: toField(readShape('boolean')),
    data: toField(data),
    error: toField({ kind: 'null' }, true),
  })

function listShape({ list }: CollectionFamily, items: Shape, profile: Profile): Shape {
  const count = toField(readShape('integer'))
  const paging = { total: count, page: count, size: count, pages: count }
  const page = objectShape({ items: toField(items), ...paging })
  const isUsual = list === undefined || list === 'page'
  switch (isUsual ? picksAt(profile)['lists.envelope'].option : list) {
    case 'items':
      return objectShape({ items: toField(items) })
    case 'wrapped':
      return envelopeShape(page)
    case 'array':
    case 'bare':
      return items
    case 'data':
    case 'envelope':
      return envelopeShape(items)
    default:
      return page
  }
}
