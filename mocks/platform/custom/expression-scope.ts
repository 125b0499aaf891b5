import { pageOf } from '../paginate.ts'
import { isObject } from '../../../contract/json.ts'
import { limits, ownLimits } from '../../../contract/limits.ts'
import { operations } from '../../../contract/operations.ts'
import { type ContractKind, contractKinds, isContractKind } from '../../../contract/kinds.ts'
import type { StoredRecord } from '../../../contract/control/worlds.ts'
import { collectionOf, conversationOwner } from '../../world/store.ts'
import type { ExpressionScope } from '../../world/wire.ts'
import type { World } from '../../world/world.ts'
import { createSession } from '../auth/session.ts'
import { recordForExpressions } from '../records/contract-kinds.ts'
import { lazyExpression, ProfileExpressionError } from '../expression.ts'
import { compileAtPlace } from '../expressions.ts'
import { keptFieldsKeyOfRequest, keptFieldsKey, withKeptFields } from '../kept-fields.ts'
import type { PipelineContext } from '../request-context.ts'
import { settingsView } from '../settings.ts'
import { testNode } from '../workflows/plan-run.ts'
import { seededFraction } from '../workflows/run-world.ts'
import { missingContractRecord, missingOwnRecord } from './missing-record.ts'
import { OwnFiles } from '../own-records/own-file-bytes.ts'
import {
  recordFamilies,
  recordFamilyOfKind,
  recordKindOf,
} from '../own-records/own-record-family.ts'
import { createIdConverter, OwnRecords, type RecordFamily } from '../own-records/own-records.ts'

/** Creates the values that a profile's expressions can use when they answer a request. */
export function createExpressionScope(
  context: PipelineContext,
  further: object = {},
): ExpressionScope {
  const { world, knownCaller, params, query, body } = context
  const user =
    knownCaller === undefined
      ? null
      : recordForExpressions(world, 'users', knownCaller.user as never)
  const variables = { user, params, query: query ?? {}, body: body ?? {}, ...further }
  const { defaultSize } = context.behaviour.policy.lists
  return {
    ...createScope(world, variables, keptFieldsKeyOfRequest(context)),
    page: (items) => pageOfQuery(items, variables.query as Record<string, unknown>, defaultSize),
    tokens(id) {
      const found = world.store.users.get(id)
      return found && createSession(context, found, world.random.id('session', id))
    },
  }
}

/** The values that expressions can use for a request before its caller and input are read. */
export const createEarlyScope = (
  world: World,
  params: Readonly<Record<string, string>>,
): ExpressionScope => createScope(world, { params })

function createScope(
  world: World,
  variables: Readonly<Record<string, unknown>>,
  place?: string,
): ExpressionScope {
  // The clock is read once, so that `moment()` counts from exactly `$now`.
  const now = world.clock.now()
  return {
    compile: compileAtPlace,
    variables: { ...variables, now: new Date(now).toISOString() },
    stepsLeft: ownLimits.expressionSteps,
    seeded: (text) => seededFraction(world.seed, text),
    moment(seconds) {
      const at = now + seconds * 1000
      const { first, last } = ownLimits.worldTime
      return new Date(Math.min(Math.max(at, first), last)).toISOString()
    },
    randomText: (length) => randomText(world, length),
    recordKinds: () => [
      ...contractKinds,
      'settings',
      ...recordFamilies(world.profile).map(recordKindOf),
    ],
    record: (kind, id) => recordOfKind(world, kind, id),
    existing(kind, id) {
      const found = recordOfKind(world, kind, id)
      if (found !== undefined) return found
      if (isContractKind(kind)) throw missingContractRecord(kind, id)
      const { name = kind, missing } = recordFamilyOfKind(world.profile, kind) ?? {}
      throw missingOwnRecord(name, id, missing)
    },
    fileText: (kind, id) => new TextDecoder().decode(fileBytesOf(world, kind, id)),
    records(kind, parent) {
      if (kind === 'settings') return [settingsWithKeptFields(world)]
      if (!isContractKind(kind)) {
        const family = recordFamilyOfKind(world.profile, kind)
        return family ? ownRecordsOf(world, family).all().map(createIdConverter(family)) : []
      }
      const found =
        parent === undefined
          ? collectionOf(world.store, kind).inCreationOrder()
          : childrenOf(world, kind, parent)
      return found.map((one) => withKeptFields(world, recordForExpressions(world, kind, one)))
    },
    hasDefects: () => world.behaviour('workflows.run').policy.workflows.hasDefects,
    testNode: (...given) =>
      testNode(world, (variables['user'] as { id?: string } | null)?.id ?? '', ...given),
    withKept: (record) => withKeptFields(world, record, place),
  }
}

/** The settings have no id, so their extra fields are stored under the path of their operation. */
const settingsWithKeptFields = (world: World) =>
  withKeptFields(world, settingsView(world.store), keptFieldsKey(operations['admin.settings.read']))

/** The records that belong to a user, a conversation, a knowledge base or a workflow. */
function childrenOf({ store }: World, kind: ContractKind, parent: string): StoredRecord[] {
  if (kind === 'conversations')
    return store.conversations.owned(conversationOwner(parent, 'active'), 'newest')
  if (kind === 'messages') return store.messages.owned(parent, 'oldest')
  if (kind === 'documents') return store.documents.owned(parent, 'oldest')
  return kind === 'workflow_runs' ? store.workflowRuns.owned(parent, 'newest') : []
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function randomText(world: World, length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of world.random.bytes('own-text', '')) text += alphabet[byte % alphabet.length]
  return text.slice(0, length)
}

const positiveOrDefault = (value: unknown, usual: number) =>
  Number.isInteger(value) && Number(value) > 0 ? Number(value) : usual

/** Returns the page of a list that the query of a request asks for. */
const pageOfQuery = (
  list: readonly unknown[],
  query: Readonly<Record<string, unknown>>,
  defaultSize: number,
) =>
  pageOf(
    list,
    positiveOrDefault(query['page'], 1),
    Math.min(positiveOrDefault(query['size'], defaultSize), limits.pageSize.max * 10),
  )

function recordOfKind(world: World, kind: string, id: string): unknown {
  if (kind === 'settings') return settingsWithKeptFields(world)
  if (!isContractKind(kind)) {
    const family = recordFamilyOfKind(world.profile, kind)
    const record = family && ownRecordsOf(world, family).findByKey(id)
    return record && createIdConverter(family)(record)
  }
  const found = collectionOf(world.store, kind).get(id)
  return found && withKeptFields(world, recordForExpressions(world, kind, found))
}

/** The values for expressions that depend only on a user. */
export const createUserScope = (world: World, user: string): ExpressionScope =>
  createScope(world, { user: recordOfKind(world, 'users', user) ?? null })

/** The values for expressions that are evaluated without a request. */
export const createWorldScope = (world: World): ExpressionScope =>
  createScope(world, { user: null })

/** The records of a family. The seeds of the family are added on the first use. */
export function ownRecordsOf(world: World, family: RecordFamily): OwnRecords {
  const records = new OwnRecords(world, family)
  if (!records.isSeeded) records.seed(() => seedRecordsOf(world, family))
  return records
}

/** The content of a file. `kind` is the kind of its records, or the name of its family. */
export function fileBytesOf(world: World, kind: string, id: string): Uint8Array {
  const family =
    recordFamilyOfKind(world.profile, kind) ??
    recordFamilies(world.profile).find(({ name }) => name === kind)
  // Adds the seeds first, because a seed has no content before it is a record.
  if (family !== undefined) ownRecordsOf(world, family)
  return new OwnFiles(world).bytes(family?.name ?? kind, id)
}

function seedRecordsOf(
  world: World,
  { name, seeds = [] }: RecordFamily,
): readonly Readonly<Record<string, unknown>>[] {
  if (typeof seeds !== 'string') return seeds
  const place = `operations › ${name} › seeds`
  const made = lazyExpression(place, seeds)({}, createWorldScope(world))
  if (!Array.isArray(made) || !made.every(isObject) || made.length > ownLimits.ownSeeds)
    throw new ProfileExpressionError(
      `${place}: it must give a list of at most ${ownLimits.ownSeeds} objects.`,
    )
  return made
}
