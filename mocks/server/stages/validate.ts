import * as z from 'zod/mini'
import type { OperationInput } from '../../../contract/operations/operation.ts'
import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { definitionOf, findOversized } from '../../../contract/bounded-parse.ts'
import { objectIn } from '../../../contract/json.ts'
import { nearestWord } from '../../../contract/nearest.ts'
import { shorten } from '../../../contract/shorten.ts'
import { ApiError, type InputProblem, InvalidInput } from '../../world/api-error.ts'
import type { Behaviour, Coerce, Policy } from '../../world/behaviour.ts'
import { coerceLikePydantic } from '../behaviour/coerce.ts'
import { MemoCache, memoizeByObject } from '../../../contract/memoize.ts'
import { toProblem, toSizeProblem } from './validation-problems.ts'
import type { PipelineContext } from '../../platform/request-context.ts'
import { channelsQuery, newChannelBody } from '../../../contract/operations/channels.ts'
import { chatBody, resumeBody } from '../../../contract/operations/chat.ts'
import {
  conversationsQuery,
  createConversationBody,
  updateConversationBody,
} from '../../../contract/operations/conversations.ts'
import { connectorActionBody, connectorBody } from '../../../contract/operations/connectors.ts'
import { mcpServerBody } from '../../../contract/operations/mcp-servers.ts'
import { organizationBody } from '../../../contract/operations/organizations.ts'
import { createKeyBody } from '../../../contract/operations/keys.ts'

/** Validates query and body; reports all problems at once (2.4). */
export function validate(context: PipelineContext): void {
  const { policy } = context.behaviour
  const { query, body } = context.input
  const problems: InputProblem[] = []
  if (query !== undefined) {
    const parsed = parseQuery(query, context.request.query)
    problems.push(...parsed.problems)
    context.query = parsed.value
    context.ignored = parsed.ignored
  } else if (context.request.query !== '')
    context.ignored = ignoredInput(undefined, parametersOf(context.request.query))
  if (body !== undefined) {
    requireReadableBody(context)
    const parsed = parseWithSchema(body, context.rawBody.value, 'body', policy.input.coerce)
    problems.push(...parsed.problems)
    context.body = parsed.value
  }
  if (context.rawBody.value !== undefined)
    context.ignored = [...context.ignored, ...ignoredFields(context)]
  if (problems.length > 0) throw new InvalidInput(problems)
}

const parametersOf = (query: string) => Object.fromEntries(new URLSearchParams(query))

/** Lists the body fields without effect, so not a credential. */
function ignoredFields({ input, rawBody, credentials }: PipelineContext): readonly string[] {
  const names = ignoredInput(input.body, rawBody.value)
  return credentials.body === undefined ? names : names.filter((name) => name !== 'token')
}

/** Refuses a body that can't be validated: too large, of another content type, or not JSON. */
function requireReadableBody(context: PipelineContext): void {
  const { rawBody: received, behaviour } = context
  const { input } = behaviour.policy
  if (received.problem === 'too-large')
    throw new ApiError(
      'body-too-large',
      `The request body is too large: the limit is ${context.operation.bodyBytes ?? ownLimits.bodyBytes} bytes and ${ownLimits.bodyValues} JSON values.`,
    )
  if (!received.isJsonType && input.otherContentType !== undefined)
    throw new ApiError(input.otherContentType, 'Send the body as `content-type: application/json`.')
  if (received.problem !== 'unreadable') return
  if (input.unreadableIsInvalid)
    throw new InvalidInput([
      {
        loc: ['body', received.position],
        msg: 'JSON decode error',
        type: 'json_invalid',
        input: {},
        ctx: { error: `Invalid JSON at character ${received.position}` },
      },
    ])
  throw new ApiError(
    'body-unreadable',
    `The request body is not valid JSON: error at character ${received.position}.`,
  )
}

/** Converts texts to numbers and booleans, because all values of a query are texts. */
const coerceQueryValue: Coerce = (expected, value) =>
  expected === 'number' || expected === 'boolean' ? coerceLikePydantic(expected, value) : undefined

const parsedQueries = memoizeByObject(
  (schema: z.ZodMiniType) =>
    new MemoCache((text) => {
      const given = parametersOf(text)
      const ignored = ignoredInput(schema, given)
      return { ...parseWithSchema(schema, given, 'query', coerceQueryValue), ignored }
    }),
)

function parseQuery(schema: z.ZodMiniType, query: string) {
  const parsed = parsedQueries(schema)
  return parsed.get(query) ?? parsed.add(query)
}

type ParseResult = { readonly value: unknown; readonly problems: readonly InputProblem[] }

function parseWithSchema(
  schema: z.ZodMiniType,
  given: unknown,
  place: string,
  coerce: Coerce,
): ParseResult {
  const oversized = findOversized(schema, given)
  if (oversized !== undefined)
    return { value: undefined, problems: [toSizeProblem(oversized, place)] }
  let raw = given
  let result = schema.safeParse(raw)
  if (!result.success) {
    raw = coerceValues(raw, result.error.issues, coerce)
    if (raw !== given) result = schema.safeParse(raw)
  }
  if (result.success) return { value: result.data, problems: [] }
  // One problem per path, because further problems of a value follow from the first.
  const byPlace = Map.groupBy(result.error.issues, ({ path }) => path.join('\n'))
  const first = [...byPlace.values()].slice(0, ownLimits.problems).flatMap(([issue]) => issue ?? [])
  return { value: undefined, problems: first.map((issue) => toProblem(issue, given, place)) }
}

/** Converts values of almost the right type. Returns the same object if nothing changed. */
function coerceValues(
  given: unknown,
  issues: readonly z.core.$ZodIssue[],
  coerce: Coerce,
): unknown {
  if (typeof given !== 'object' || given === null) return given
  let copy = given as Record<PropertyKey, unknown>
  for (const issue of issues) {
    const [field, ...deeper] = issue.path
    if (issue.code !== 'invalid_type' || field === undefined || deeper.length > 0) continue
    const expected = expectedType(issue.expected)
    const value = expected && coerce(expected, copy[field])
    if (value !== undefined) copy = { ...copy, [field]: value }
  }
  return copy
}

function expectedType(expected: string) {
  if (expected === 'boolean' || expected === 'string') return expected
  // A text is converted to a number for an integer schema, too, which then refuses decimals.
  return expected === 'int' || expected === 'number' ? 'number' : undefined
}

const cachedInputs = new WeakMap<Policy, { [Id in OperationId]?: OperationInput }>()

/** Returns the schemas of a request to an operation, in a deployment with this behaviour. */
export function inputSchemasOf(id: OperationId, { policy, answer }: Behaviour): OperationInput {
  let inputs = cachedInputs.get(policy)
  if (inputs === undefined) {
    inputs = { ...operations, ...inputVariants(policy) }
    cachedInputs.set(policy, inputs)
    if (policy.lists.clampsSize)
      for (const one of operationIds) inputs[one] = withAnySize(inputs[one] ?? {})
    // An operation for which a profile adds schemas has a `policy` of its own.
    const { extra } = answer?.accepts ?? {}
    if (extra !== undefined) inputs[id] = withProfileSchemas(inputs[id] ?? {}, extra)
  }
  return inputs[id] ?? {}
}

const intersectSchemas = (ours: z.ZodMiniType | undefined, theirs: z.ZodMiniType | undefined) =>
  // The order matters: problems of the first schema are reported first.
  ours && theirs ? z.intersection(theirs, ours) : (ours ?? theirs)

/**
 * Joins the schemas of the contract and of a profile. The profile's page size replaces the
 * contract's.
 */
function withProfileSchemas(
  { query, body }: OperationInput,
  extra: OperationInput,
): OperationInput {
  const ours =
    query && extra.query && 'size' in shapeOf(extra.query)
      ? z.omit(query as z.ZodMiniObject, { size: true })
      : query
  const queries = intersectSchemas(ours, extra.query)
  const bodies = intersectSchemas(body, extra.body)
  return { ...(queries && { query: queries }), ...(bodies && { body: bodies }) }
}

/** Accepts any page size, because a deployment that clamps sizes refuses none. */
function withAnySize({ query, body }: OperationInput): OperationInput {
  if (query === undefined) return { ...(body && { body }) }
  const size = z.optional(z.int().check(z.gte(1)))
  return { ...(body && { body }), query: z.extend(query as z.ZodMiniObject, { size }) }
}

/** The maximum number of names in the list, and of characters of each name. */
const maxIgnoredNames = 5
const maxIgnoredNameLength = 40

/**
 * Lists the fields of a body, or the parameters of a query, that its schema does not have: a client
 * that misspells one gets no error. Adds to each name the field that the client probably meant.
 */
function ignoredInput(schema: z.core.$ZodType | undefined, value: unknown): string[] {
  const found: string[] = []
  if (schema === undefined) addUnknownNames(found, '', Object.keys(objectIn(value)), [])
  else collectUnknownNames(schema, value, '', found)
  return found
}

/** Adds the unknown names within a value, up to the limit. */
function collectUnknownNames(
  schema: z.core.$ZodType,
  value: unknown,
  path: string,
  found: string[],
): void {
  const def = definitionOf(schema)
  if (def.type === 'optional' || def.type === 'nullable')
    collectUnknownNames(def.innerType, value, path, found)
  else if (def.type === 'intersection') {
    const shape = { ...shapeOf(def.left), ...shapeOf(def.right) }
    collectUnknownNames(z.object(shape as z.core.$ZodLooseShape), value, path, found)
  } else if (def.type === 'array' && Array.isArray(value))
    for (let at = 0; at < value.length && found.length < maxIgnoredNames; at++)
      collectUnknownNames(def.element, value[at], `${path}[${at}]`, found)
  else if (def.type === 'object' && def.catchall === undefined) {
    const fields = objectIn(value)
    const names = Object.keys(fields)
    const unknown = names.filter((name) => !Object.hasOwn(def.shape, name))
    addUnknownNames(found, path, unknown, Object.keys(def.shape))
    for (const name of names) {
      const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
      if (field !== undefined && found.length < maxIgnoredNames)
        collectUnknownNames(field, fields[name], path === '' ? name : `${path}.${name}`, found)
    }
  }
}

function addUnknownNames(
  found: string[],
  path: string,
  names: readonly string[],
  known: readonly string[],
): void {
  for (const name of names.slice(0, maxIgnoredNames - found.length)) {
    const shown = shorten(path === '' ? name : `${path}.${name}`, maxIgnoredNameLength)
    const meant = nearestWord(name, known)
    found.push(meant === undefined ? shown : `${shown} (did you mean ${meant}?)`)
  }
}

/** Returns the fields of an object schema, also of an optional one. */
function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape {
  const def = definitionOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') return shapeOf(def.innerType)
  return def.type === 'object' ? def.shape : {}
}

type InputVariants = { [Id in OperationId]?: OperationInput }

/** Collects the input schemas in which a deployment with this policy differs from the contract. */
const inputVariants = (policy: Policy): InputVariants => ({
  ...conversationVariants(policy),
  ...channelVariants(policy),
  ...partialVariants(policy),
  ...publishVariants(policy),
  ...chatVariants(policy),
  ...keyVariants(policy),
})

/** Variants for conversations: search parameter, modes, knowledge bases and export formats. */
function conversationVariants({ conversations }: Policy): InputVariants {
  const { searchParameter, acceptsAnyMode, acceptsKnowledgeBases } = conversations
  const { exportFormats, needsExportFormat } = conversations
  let query: z.ZodMiniObject = conversationsQuery
  if (searchParameter !== 'q')
    query = z.extend(z.omit(conversationsQuery, { q: true }), {
      [searchParameter]: conversationsQuery.shape.q,
    })
  let creation: z.ZodMiniObject = createConversationBody
  if (acceptsAnyMode) creation = z.extend(creation, { mode: z.nullish(z.string()) })
  let change: z.ZodMiniObject = updateConversationBody
  if (!acceptsKnowledgeBases) {
    creation = z.omit(creation, { kb_ids: true })
    change = z.omit(change, { kb_ids: true })
  }
  return {
    'conversations.list': { query },
    'conversations.create': { body: creation },
    'conversations.update': { body: change },
    'conversations.export': { query: exportVariant(exportFormats, needsExportFormat) },
  }
}

function exportVariant(formats: readonly string[], isRequired: boolean): z.ZodMiniObject {
  const format = z.enum(formats)
  return z.object({ format: isRequired ? format : z.optional(format) })
}

const partialBody = ({ shape }: z.ZodMiniObject): OperationInput => ({
  body: z.object(
    Object.fromEntries(Object.entries(shape).map(([name, of]) => [name, z.nullish(of)])),
  ),
})

/** Makes all fields of a `PUT` optional, because some deployments leave absent fields unchanged. */
function partialVariants({ connections }: Policy): InputVariants {
  if (!connections.updatesPartly) return {}
  return {
    'connectors.replace': partialBody(connectorBody),
    'connectors.replace-action': partialBody(connectorActionBody),
    'mcp-servers.replace': partialBody(mcpServerBody),
    'orgs.replace': partialBody(organizationBody),
  }
}

/** Requires the audience of a publication, as some deployments do. The route checks its value. */
function publishVariants({ connections }: Policy): InputVariants {
  if (connections.audienceField === 'visibility') return {}
  const body = z.object({
    scope: z.string(),
    org_id: z.nullish(z.string()),
    allow_fallback: z.nullish(z.boolean()),
  })
  return {
    'agents.publish': { body },
    'connectors.publish': { body },
    'knowledge-bases.publish': { body },
    'workflows.publish': { body },
  }
}

const organizationField = { org_id: z.string() }

/** Requires an organization with every channel, as some deployments do. */
function channelVariants({ connections }: Policy): InputVariants {
  if (!connections.channelsNeedOrganization) return {}
  return {
    'channels.list': { query: z.extend(channelsQuery, organizationField) },
    'channels.create': { body: z.extend(newChannelBody, organizationField) },
  }
}

const anyDefinedValue = z.unknown().check(z.refine((value) => value !== undefined))

/** Changes the length limit of a chat query, and the schema of the cursor of a resume. */
function chatVariants({ turns, resume }: Policy): InputVariants {
  const { maxQueryLength } = turns
  const text =
    maxQueryLength === undefined ? z.string() : z.string().check(z.maxLength(maxQueryLength))
  const body = z.extend(chatBody, { q: turns.needsQuery ? text : z.prefault(text, '') })
  const cursor = resume.validatesCursor ? resumeBody.shape.cursor : anyDefinedValue
  return {
    'chat.react': { body },
    'chat.dag': { body },
    'chat.auto': { body },
    'chat.resume': {
      body: z.extend(resumeBody, { cursor: resume.needsCursor ? cursor : z.optional(cursor) }),
    },
  }
}

/** Renames the expiry of a new key. */
function keyVariants({ keys: { expiryField } }: Policy): InputVariants {
  if (expiryField === 'expires_at') return {}
  const { expires_at } = createKeyBody.shape
  const rest = z.omit(createKeyBody, { expires_at: true })
  return {
    'keys.create': { body: z.extend(rest, { [expiryField]: expires_at }) },
  }
}
