import { isObject, type JsonObject, objectIn } from '../../../contract/json.ts'
import type { PlannedChange, PlannedCreation } from '../../../contract/snapshot.ts'
import type { Effect, Refusal } from '../../../contract/profile/effects.ts'
import { ApiError, InvalidInput, sentenceOf } from '../../world/api-error.ts'
import type { Table } from '../../world/changes.ts'
import type { World } from '../../world/world.ts'
import type { ExpressionScope } from '../../world/wire.ts'
import { ProfileExpressionError } from '../expression.ts'
import { storeKeptFields, withKeptFields } from '../kept-fields.ts'
import { contractKinds, isContractKind, kindProperties } from '../../../contract/kinds.ts'
import { recordFamilyOfKind } from '../own-records/own-record-family.ts'
import { recordForExpressions } from '../records/contract-kinds.ts'
import type { PipelineContext, UploadedFile } from '../request-context.ts'
import { createExpressionScope } from './expression-scope.ts'
import { type RecordSource, recordSource } from './record-source.ts'

/** Throws the first error in a profile's `refuses` whose condition is true for `value`. */
export function throwFirstRefusal(
  context: PipelineContext,
  refusals: readonly Refusal[] | undefined,
  value: unknown,
  further: object = {},
): void {
  if (refusals === undefined) return
  const scope = createExpressionScope(context, further)
  for (const refusal of refusals) {
    if (!isTruthyInJmesPath(scope.compile('refuses › when', refusal.when)(value, scope))) continue
    throw refusalError(refusal, value, scope)
  }
}

/** Whether JMESPath treats a value as true. */
const isTruthyInJmesPath = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isObject(value)
      ? Object.keys(value).length > 0
      : value !== undefined && value !== null && value !== false && value !== ''

function refusalError(refusal: Refusal, value: unknown, scope: ExpressionScope): Error {
  const { status = 400, code, at, type = 'value_error' } = refusal
  const args =
    refusal.args === undefined
      ? undefined
      : scope.compile('refuses › args', refusal.args)(value, scope)
  const message = refusal.detail ?? sentenceOf(code ?? 'Refused')
  if (at !== undefined) {
    const input = at
      .slice(1)
      .reduce<unknown>(
        (inner, key) => (isObject(inner) ? inner[key] : undefined),
        scope.variables[at[0] ?? ''],
      )
    const msg = type === 'value_error' ? `Value error, ${message}` : message
    const ctx = type === 'value_error' ? { error: message } : args
    return new InvalidInput([{ type, loc: at, msg, input, ...(isObject(ctx) && { ctx }) }])
  }
  return new ApiError('request-senseless', message, {
    status,
    code: code ?? null,
    ...(isObject(args) && { args }),
  })
}

/**
 * Applies the `also` effects of an operation. `value` is the unformatted result, and `file` the
 * content of records that are created in a family of files.
 */
export function applyEffects(
  context: PipelineContext,
  effects: readonly Effect[] | undefined,
  value: unknown,
  further: object = {},
  file?: UploadedFile,
): void {
  for (const effect of effects ?? []) {
    const scope = createExpressionScope(context, further)
    const source = recordSourceOf(context.world, effect.in)
    const evaluate = (part: 'each' | 'changes' | 'keeps' | 'creates', of: unknown = value) => {
      const text = effect[part]
      return text === undefined ? undefined : scope.compile(`also › ${part}`, text)(of, scope)
    }
    for (const id of toList(evaluate('each')).map(String)) {
      const record = source.get(context.world, id)
      if (record === undefined) continue
      const shown = source.forExpressions(record, context.world)
      const planned = {
        kind: effect.in,
        id,
        removes: effect.removes === true,
        changes: objectIn(evaluate('changes', shown)),
        keeps: objectIn(evaluate('keeps', shown)),
      }
      if (effect.after === undefined) applyChange(context.world, planned)
      else
        planChange(context.world, { ...planned, due_at: context.world.clock.now() + effect.after })
    }
    for (const fields of toList(evaluate('creates'))) {
      if (!isObject(fields))
        throw new ProfileExpressionError(
          'also › creates: the expression must give an object or a list.',
        )
      if (effect.after === undefined) source.append(context, fields, file)
      else planCreation(context, effect.in, fields, effect.after, file)
    }
  }
}

const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

const recordSourceOf = ({ profile }: World, kind: string): RecordSource =>
  recordSource(profile.operations ?? {}, kind)

function applyChange(
  world: World,
  { kind, id, removes, changes, keeps }: Omit<PlannedChange, 'due_at'>,
): void {
  const source = recordSourceOf(world, kind)
  const record = source.get(world, id)
  if (record === undefined) return
  // `id` may be the key of the record, which can differ from its `id` field.
  if (removes) return source.remove(world, record.id)
  if (Object.keys(changes).length > 0) source.change(world, record, changes)
  storeKeptFields(world, record.id, keeps)
}

function planCreation(
  { world, knownCaller }: PipelineContext,
  kind: string,
  fields: JsonObject,
  after: number,
  file?: UploadedFile,
): void {
  const isFile = recordFamilyOfKind(world.profile, kind)?.contents !== undefined
  // A waiting change is part of every snapshot, and unlike a file, it has no size limit.
  if (isFile && file !== undefined)
    throw new ProfileExpressionError('also › after: an uploaded file cannot wait. Remove `after`.')
  const user_id = knownCaller?.user.id ?? null
  planChange(world, { kind, fields, user_id, due_at: world.clock.now() + after })
}

function applyCreation(world: World, { kind, fields, user_id }: PlannedCreation): void {
  const user = world.store.users.get(user_id ?? '')
  // The user may be deleted by now. A record without a user would belong to all users.
  if (user_id !== null && user === undefined) return
  recordSourceOf(world, kind).append({ world, knownCaller: user && { user } }, fields)
}

type Planned = PlannedChange | PlannedCreation

/** Changes of records that are scheduled for later. */
const plannedChanges = ({ tables }: World): Table<Planned> => tables.of('planned-changes')

function planChange(world: World, planned: Planned): void {
  const key = world.random.id('planned-change', 'id' in planned ? planned.id : planned.kind)
  plannedChanges(world).set(key, planned)
  scheduleChange(world, key, planned)
}

/** After a world is loaded, schedules the planned changes that were not made yet. */
export function continuePlannedChanges(world: World): void {
  for (const [key, planned] of plannedChanges(world).entries()) scheduleChange(world, key, planned)
}

function scheduleChange(world: World, key: string, planned: Planned): void {
  const { kind, due_at: at } = planned
  const make = () => {
    plannedChanges(world).delete(key)
    // The world may have a new profile since the change was planned, without this kind.
    if (!isContractKind(kind) && recordFamilyOfKind(world.profile, kind) === undefined) return
    if ('fields' in planned) applyCreation(world, planned)
    else applyChange(world, planned)
  }
  if (at <= world.clock.now()) make()
  else world.clock.at(at, make, { kind: 'change', subject: kind })
}

/** The record before the operation, as expressions see it. */
export function recordBeforeOperation({
  world,
  resource,
  operation: { loads },
}: PipelineContext): object {
  if (resource === undefined) return {}
  const kind = contractKinds.find((one) => kindProperties(one).resource === loads?.kind)
  const shown = kind === undefined ? resource : recordForExpressions(world, kind, resource as never)
  return withKeptFields(world, shown)
}
