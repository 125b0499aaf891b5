import type { JsonObject } from '../../contract/json.ts'
import { errorCode, isAccepted } from '../session/assertions.ts'
import type { Exchange, RequestSpec } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { member } from '../session/json.ts'
import { conversationId } from '../setup/conversations.ts'
import { otherUserCredential, sendAsUser } from '../setup/credentials.ts'
import { idOf, itemsOf, listedIds, readList } from '../setup/lists.ts'
import { createValidBody, namesFor, referencesIn, tagOf, upload, invalidBodies } from './bodies.ts'
import { type DeclaredOperation, type LifecycleFamily, pathWith } from './families.ts'
import { changesOf, addGeneratedValues, rowStep, type Step, valuesOf } from './steps.ts'

/** All families, and the logs that record changes of other records, such as an audit log. */
export type FamiliesAndLogs = {
  readonly families: readonly LifecycleFamily[]
  readonly logs: readonly string[]
}

/** Whether a value is a state that the deployment soon changes by itself, such as `pending`. */
const isTransientState = (value: string): boolean =>
  /^"(?:processing|pending|queued|running|indexing|waiting)"$/.test(value)

/**
 * Takes a record of a family from creation to deletion: wrong input, creation, changes, refused
 * changes, access by others, deletion. Reads the record and the logs after each step.
 */
export async function runLifecycle(
  session: TestSession,
  world: FamiliesAndLogs,
  family: LifecycleFamily,
): Promise<readonly Step[]> {
  const steps: Step[] = []
  const names = new Map<string, string>()
  const other =
    session.target.otherEmail === undefined ? undefined : await otherUserCredential(session)
  await walk(family, [])
  return steps

  async function walk(
    kind: LifecycleFamily,
    parents: readonly string[],
    lookAround?: () => Promise<void>,
  ): Promise<void> {
    const where = pathWith(kind.path, parents)
    const name = session.uniqueName('record')
    names.set(tagOf(name), '<name>')
    // A record inside another record is removed with the outer record: no ledger entry is needed.
    const creating = parents.length > 0 ? {} : creationIn(where, kind)
    const createdFields = { ...(await referred(kind.create)), ...namesFor(name) }
    const note = (says: string, { status, json }: Exchange) => {
      if (status < 300) addGeneratedValues(json, names)
      steps.push({ step: says, values: { status: String(status), ...valuesOf(json, names) } })
    }
    const { key = 'id' } = kind.create
    // Keeps the key field, because later requests use its value in their paths.
    const changeFor = async (operation: DeclaredOperation) => ({
      ...(await referred(operation)),
      ...namesFor(`${name} changed`),
      [key]: member(created.request.body, key),
    })
    const make = (body: JsonObject | string | undefined) =>
      send(kind.create, parents, body, creating)
    await tryWrong(kind, kind.create, parents, createdFields, creating)
    const created = await make(bodyOf(kind.create, createdFields))
    const id = conversationId(created.json, key)
    if (id !== undefined) names.set(id, '<own id>')
    note(titleOf(kind.create), created)
    if (!isAccepted(created) || id === undefined) return
    const ids = [...parents, id]
    const lastValues = new Map<string, Readonly<Record<string, string>>>()
    /** The newest row of each log that was read; undefined if the log was empty. */
    const lastRows = new Map<string, JsonObject | undefined>()
    await noteReads()
    await lookAround?.()
    const again = await make(bodyOf(kind.create, createdFields))
    note(`${titleOf(kind.create)} again`, again)
    await remove(kind, parents, again)
    await tryReferences()
    for (const operation of kind.calls) {
      const target = await changeFor(operation)
      await tryWrong(kind, operation, ids, target)
      if (operation.body !== undefined) await noteReads({ isWhole: false })
      for (const says of ['', ' again']) {
        const exchange = await call(operation, bodyOf(operation, target))
        note(titleOf(operation) + says, exchange)
        await noteReads({ isWhole: isAccepted(exchange) && says === '' })
      }
    }
    for (const part of kind.parts) {
      await walk(part, ids, noteReads)
      await noteReads()
    }
    if ([...lastValues.values()].some((values) => Object.values(values).some(isTransientState))) {
      await session.sleep(session.grace)
      await noteReads({ when: 'later' })
      for (const operation of kind.calls) {
        const target = await changeFor(operation)
        note(`${titleOf(operation)} later`, await call(operation, bodyOf(operation, target)))
        await noteReads()
      }
    }
    await tryOther()
    const deletion = { method: 'DELETE', path: kind.item }
    for (const says of ['', ' again']) {
      note(titleOf(deletion) + says, await send(deletion, ids))
      await noteReads()
    }

    /**
     * Calls an operation on the record, by default as the user. If it makes a copy, removes the
     * copy.
     */
    async function call(
      operation: DeclaredOperation,
      body: JsonObject | string | undefined,
      bearer?: string,
    ): Promise<Exchange> {
      const exchange = await send(operation, ids, body, bearer === undefined ? {} : { bearer })
      if (copyPath.test(operation.path)) await remove(kind, parents, exchange, bearer)
      return exchange
    }

    /** Reads the record and the logs; adds a step with the changes since the last read. */
    async function noteReads({ when = '', isWhole = true } = {}): Promise<void> {
      const at = when === '' ? '' : ` ${when}`
      for (const path of kind.reads) {
        const exchange = await readList(session, pathWith(path, ids))
        noteChanges(`GET ${path}${at}`, {
          status: String(exchange.status),
          ...valuesOf(exchange.json, names),
        })
      }
      if (!isWhole) return
      if (kind.hasList) {
        const ownRow = itemsOf(await readList(session, where))?.find(
          (item) => idOf(item, key) === id,
        )
        noteChanges(
          `GET ${kind.path}${at}`,
          ownRow === undefined ? { listed: 'no' } : valuesOf(ownRow, names),
        )
      }
      for (const path of world.logs) {
        const rows = itemsOf(await readList(session, path))
        if (rows === undefined) continue
        const last = lastRows.get(path)
        // In a log that was empty, all rows are new.
        const newCount =
          last === undefined ? rows.length : rows.findIndex((row) => idOf(row) === idOf(last))
        if (lastRows.has(path))
          for (const row of rows.slice(0, Math.max(newCount, 0)).toReversed())
            steps.push(rowStep(path, row, names))
        lastRows.set(path, rows[0])
      }
    }

    function noteChanges(step: string, values: Readonly<Record<string, string>>): void {
      const place = step.replace(/ later$/, '')
      const changes = changesOf(lastValues.get(place) ?? {}, values)
      lastValues.set(place, values)
      if (Object.keys(changes).length > 0) steps.push({ step, values: changes })
    }

    /** Creates records that refer to the new record, which has no content yet. */
    async function tryReferences(): Promise<void> {
      const referring = world.families.filter(
        ({ create: { body } }) =>
          typeof body === 'object' && referencesIn(body).some((field) => kind.idNames.has(field)),
      )
      for (const one of parents.length > 0 ? [] : referring) {
        const refers = Object.fromEntries([...kind.idNames].map((field) => [field, id]))
        const fields = { ...(await referred(one.create)), ...namesFor(name), ...refers }
        const sent = bodyOf(one.create, fields)
        const exchange = await send(one.create, [], sent, creationIn(one.path, one))
        note(`${titleOf(one.create)} of the new record`, exchange)
        await remove(one, [], exchange)
      }
    }

    /** Calls the operations on the record as the second user, and adds a step for each status. */
    async function tryOther(): Promise<void> {
      if (other === undefined) return
      for (const path of kind.reads)
        noteStatus(`GET ${path}`, await readList(session, pathWith(path, ids), '', other))
      for (const operation of kind.calls) {
        const body = bodyOf(operation, namesFor(name))
        noteStatus(titleOf(operation), await call(operation, body, other))
      }
    }

    function noteStatus(says: string, exchange: Exchange): void {
      const values = { status: String(exchange.status), code: errorCode(exchange) ?? 'none' }
      steps.push({ step: `${says} by another user`, values })
    }
  }

  async function tryWrong(
    kind: LifecycleFamily,
    operation: DeclaredOperation,
    ids: readonly string[],
    given: JsonObject,
    further: CreationHints = {},
  ): Promise<void> {
    const { body } = operation
    if (body === undefined) return
    const tried: readonly (readonly [string, JsonObject | string])[] =
      body === 'form'
        ? [['a file of another type', 'note.exe']]
        : invalidBodies(body, createValidBody(body, given))
    for (const [says, sent] of tried) {
      const exchange = await send(operation, ids, sent, { ...further, createsNothing: true })
      steps.push({
        step: `${titleOf(operation)} with ${says}`,
        values: {
          status: String(exchange.status),
          ...(!isAccepted(exchange) && valuesOf(exchange.json, names)),
        },
      })
      if (kind.create === operation) await remove(kind, ids, exchange)
    }
  }

  /** Removes a record that was created only to see the response, by default as the user. */
  async function remove(
    kind: LifecycleFamily,
    parents: readonly string[],
    made: Exchange,
    bearer?: string,
  ): Promise<void> {
    const id = isAccepted(made) ? conversationId(made.json, kind.create.key) : undefined
    if (id === undefined) return
    const path = pathWith(kind.item, [...parents, id])
    await sendAsUser(session, { method: 'DELETE', path }, bearer)
  }

  async function send(
    { method, path }: DeclaredOperation,
    ids: readonly string[],
    body?: JsonObject | string,
    { bearer, ...creation }: CreationHints = {},
  ): Promise<Exchange> {
    const sent = typeof body === 'string' ? upload(body) : body === undefined ? {} : { body }
    return sendAsUser(session, { method, path: pathWith(path, ids), ...sent, ...creation }, bearer)
  }

  /** Fills each body field that refers to a record with the id of an existing record. */
  async function referred({ body }: DeclaredOperation): Promise<JsonObject> {
    if (body === undefined || body === 'form') return {}
    const found: Record<string, unknown> = {}
    for (const field of referencesIn(body)) {
      const target = world.families.find(({ idNames }) => idNames.has(field))
      const [first] =
        target === undefined ? [] : await listedIds(session, target.path, target.create.key)
      if (first !== undefined) found[field] = first
    }
    return found
  }
}

type CreationHints = Pick<RequestSpec, 'createsIn' | 'createsKey' | 'createsNothing'> & {
  readonly bearer?: string
}

export const creationIn = (
  createsIn: string,
  { create: { key } }: LifecycleFamily,
): CreationHints => ({
  createsIn,
  ...(key !== undefined && { createsKey: key }),
})

const copyPath = /\/(?:fork|copy|clone|duplicate)$/

const bodyOf = ({ body }: DeclaredOperation, given: JsonObject): JsonObject | string | undefined =>
  body === undefined ? undefined : body === 'form' ? 'note.md' : createValidBody(body, given)

const titleOf = ({ method, path }: DeclaredOperation): string => `${method} ${path}`
