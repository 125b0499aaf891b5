import * as z from 'zod/mini'
import type {
  DocumentFamily,
  Families,
  FileAction,
  FilesFamily,
  StreamFamily,
} from '../../../contract/profile/own-operations.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { actionOperation } from './own-action.ts'
import { collectionOperations } from './own-collection.ts'
import { accessFieldsOf, answerFormOf, type OwnOperation, type OwnRoute } from './own-row.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { isObject } from '../../../contract/json.ts'
import { readShape } from '../../../contract/profile/shape.ts'
import { objectSchema, schemaOf } from '../../../contract/profile/shape-schema.ts'
import type { PipelineContext } from '../request-context.ts'
import { createExpressionScope, ownRecordsOf } from './expression-scope.ts'
import { documentKey, documentValuesOf } from '../own-records/own-document-values.ts'
import { evaluateToObject, compileFamilyPart, withNestedDefaults } from './own-input.ts'
import { createParentFinder } from './record-source.ts'
import { encodeBase64 } from '../../../contract/base64.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { idParameter, itemPath, operationsOf } from '../../../contract/profile/family-paths.ts'
import type { Download } from '../../world/wire.ts'
import { applyEffects, throwFirstRefusal } from './effects.ts'
import { createOwnRecord, findOwnRecord } from './own-access.ts'
import { OwnFiles } from '../own-records/own-file-bytes.ts'
import { filesAsCollection } from '../own-records/own-record-family.ts'
import { createIdConverter, createRecordView, shapeFields } from '../own-records/own-records.ts'
import { requireUploadedFile, fileForExpressions, contentTypeOf } from './own-upload.ts'
import type { FrameStream } from '../../../contract/plain-http.ts'
import { LiveEvents } from '../../world/live-events.ts'
import { chunkText } from '../../../contract/scripts/chunk-text.ts'
import { EventStream } from '../event-stream.ts'
import { startPlayback, type TimedEvent } from '../playback.ts'

/** Creates the operations of a profile's families. */
export const ownOperations = (families: Families, matches: MatchesPattern): OwnOperation[] =>
  Object.entries(families).flatMap(([name, family]) => {
    switch (family.kind) {
      case 'collection':
        return collectionOperations({ ...family, name }, families, matches)
      case 'document':
        return documentOperations(name, family, families, matches)
      case 'action':
        return [actionOperation(name, family, families, matches)]
      case 'files':
        return fileOperations(name, family, families, matches)
      case 'stream':
        return [streamOperation(name, family, matches)]
    }
  })

/**
 * Creates the operations on a value that clients read and replace. Each user, world or parent
 * record has one value.
 */
function documentOperations(
  name: string,
  family: DocumentFamily,
  families: Families,
  matches: MatchesPattern,
): OwnOperation[] {
  const { replace = 'PUT', one, record, value, input } = family
  const parents = createParentFinder(families, family)
  const first = compileFamilyPart(name, 'from', family.from)
  const set = compileFamilyPart(name, 'set', family.set)
  const show = compileFamilyPart(name, 'show', family.show)
  const deleted = compileFamilyPart(name, 'deleted', family.deleted)
  const keyIn = (context: PipelineContext) => {
    const { fields, last } = parents(context)
    return { key: documentKey(name, family, context.knownCaller?.user.id, fields), parent: last }
  }
  function stored(context: PipelineContext): { readonly key: string; readonly value: unknown } {
    const { key, parent } = keyIn(context)
    const kept = documentValuesOf(context.world).get(key)
    if (kept !== undefined) return { key, value: kept }
    return {
      key,
      value: first === undefined ? value : first(parent, createExpressionScope(context)),
    }
  }
  const shown = (context: PipelineContext, current: unknown) =>
    show === undefined ? current : show(current, createExpressionScope(context))
  const common = {
    ...answerFormOf(one),
    record: schemaOf(readShape(family.shown ?? record), matches),
    ...accessFieldsOf(family),
  }
  const shape = readShape(input ?? record)
  const body =
    replace === 'PATCH' && shape.kind === 'object'
      ? z.partial(objectSchema(shape.fields, matches))
      : schemaOf(shape, matches)
  function run(context: PipelineContext): unknown {
    const { key, value: before } = stored(context)
    if (replace !== 'PATCH') context.body = withNestedDefaults(shape, context.body)
    throwFirstRefusal(context, family.refuses, before)
    const merged =
      isObject(before) && isObject(context.body) ? { ...before, ...context.body } : context.body
    const after =
      set === undefined
        ? replace === 'PATCH'
          ? merged
          : context.body
        : set(merged, createExpressionScope(context))
    documentValuesOf(context.world).set(key, after)
    applyEffects(context, family.also, after, { before })
    return shown(context, after)
  }
  function restore(context: PipelineContext): unknown {
    const { key, value: before } = stored(context)
    documentValuesOf(context.world).delete(key)
    return deleted?.(before, createExpressionScope(context))
  }
  const read: OwnRoute = {
    row: common,
    run: (context) => shown(context, stored(context).value),
  }
  const reset: OwnRoute = {
    row: {
      ...accessFieldsOf(family),
      ...(deleted === undefined ? { answer: 'empty' } : answerFormOf(one)),
    },
    run: restore,
  }
  const change: OwnRoute = { row: { ...common, body }, run }
  return operationsOf(name, family).map(({ method, path }) => {
    const { row, run: handle } = method === 'GET' ? read : method === 'DELETE' ? reset : change
    return { family: name, row: { method, path, ...row } as Operation, run: handle }
  })
}

/** Creates the operations of a family of files. */
function fileOperations(
  name: string,
  family: FilesFamily,
  families: Families,
  matches: MatchesPattern,
): OwnOperation[] {
  const { only = ['list', 'upload', 'download', 'delete'], fields, one } = family
  const { max_bytes: most = ownLimits.ownFileBytes } = family
  const collection = filesAsCollection(name, family)
  const item = itemPath(name, family)
  const withNumbers = createIdConverter(collection)
  const show = compileFamilyPart(name, 'show', family.show)
  const form = fields && readShape(fields)
  const upload: OwnOperation = {
    family: name,
    fileField: family.field ?? 'file',
    row: {
      method: 'POST',
      path: (family.upload ?? family.path) as Operation['path'],
      ...answerFormOf(one),
      record: objectSchema(shapeFields(family.shown ?? collection.record), matches),
      ...accessFieldsOf(family),
      bodyBytes: most + ownLimits.formBytes,
      ...(form?.kind === 'object' && { body: objectSchema(form.fields, matches) }),
      status: family.created ?? 201,
    },
    run(context) {
      const file = requireUploadedFile(context, family, most)
      throwFirstRefusal(context, family.refuses, {}, { file: fileForExpressions(file) })
      const files = new OwnFiles(context.world)
      files.requireSpace(file.bytes.length)
      const record = createOwnRecord(context, collection, {
        ...(context.body as object | undefined),
        filename: file.name.slice(0, ownLimits.filename.max),
        content_type: contentTypeOf(file),
        size: file.bytes.length,
      })
      files.set(name, record.id, encodeBase64(file.bytes))
      if (show === undefined) return createRecordView(collection)(record)
      try {
        const scope = createExpressionScope(context)
        return evaluateToObject(`${name} › show`, show, withNumbers(record), scope)
      } catch (error) {
        // A stored record that `show` cannot format would break every later list.
        ownRecordsOf(context.world, collection).delete(record.id)
        throw error
      }
    },
  }
  const download: OwnOperation = {
    family: name,
    row: {
      method: 'GET',
      path: only.includes('read') ? `${item}/download` : item,
      answer: 'download',
      ...accessFieldsOf(family),
    },
    run(context): Download {
      const id = context.params[idParameter(name, family)] ?? ''
      const { filename, content_type } = findOwnRecord(context, collection, id, {
        isChange: false,
      })
      const content = new OwnFiles(context.world).bytes(name, id)
      // The control API may have set a `content_type` that is not allowed in a header.
      return {
        name: String(filename),
        type: contentTypeOf({ type: String(content_type) }),
        content,
      }
    },
  }
  const own: Partial<Record<FileAction, OwnOperation>> = { upload, download }
  return only.flatMap((action) =>
    action === 'upload' || action === 'download'
      ? (own[action] ?? [])
      : collectionOperations({ ...collection, only: [action] }, families, matches),
  )
}

/** An event of a profile's stream: its name, and its payload as it is sent. */
type OwnStreamEvent = { readonly name: string; readonly payload: unknown }

/** Creates an operation that streams the events of a script by the clock of the world. */
function streamOperation(
  name: string,
  family: StreamFamily,
  matches: MatchesPattern,
): OwnOperation {
  const { method = 'GET', body } = family
  const fields = body && readShape(body)
  const row: Operation = {
    method,
    path: family.path as Operation['path'],
    answer: 'stream',
    events: 'own',
    ...accessFieldsOf(family),
    ...(fields?.kind === 'object' && { body: objectSchema(fields.fields, matches) }),
  }
  return { family: name, row, run: (context) => startStream(context, family) }
}

/** Starts the script. The script stops when its reader disconnects or its world is closed. */
function startStream(context: PipelineContext, family: StreamFamily): FrameStream {
  const { world, behaviour } = context
  const { frames } = behaviour.wire
  const live = new LiveEvents<OwnStreamEvent>()
  const timeline = { startedAt: world.clock.now(), speed: world.speed }
  const end = (state: 'done' | 'cancelled') => {
    world.ownStreams.delete(live)
    live.close(state)
  }
  world.ownStreams.add(live)
  const playback = startPlayback(scriptEvents(context, family), timeline, world.clock, (event) => {
    if (event === 'end') end('done')
    else live.add(event)
  })
  return new EventStream({
    live,
    encode: ({ name, payload }) => [frames.own(name, payload)],
    frames,
    wall: world.systemClock,
    onDisconnect() {
      playback.stop()
      end('cancelled')
    },
  })
}

/** Yields the events of a script with their times, and `end` at last, which is not sent. */
function* scriptEvents(
  { world, behaviour }: PipelineContext,
  { script, pace }: StreamFamily,
): Generator<TimedEvent<OwnStreamEvent | 'end'>> {
  const { payload } = behaviour.wire
  let at = 0
  for (const line of script)
    if ('pause' in line) at += line.pause
    else if ('send' in line)
      for (const [name, value] of Object.entries(line.send))
        yield { at, event: { name, payload: value } }
    else {
      const timedAnswer =
        typeof line.answer === 'string' ? { text: line.answer, pace } : line.answer
      const random = () => world.random.fraction('own-stream', '')
      for (const { text, delay } of chunkText(timedAnswer.text, timedAnswer.pace, random)) {
        at += delay
        const delta = { event: 'answer', data: { type: 'delta', text } } as const
        yield { at, event: { name: 'answer', payload: payload(delta) } }
      }
    }
  yield { at, event: 'end' }
}
