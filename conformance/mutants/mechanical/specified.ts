import * as z from 'zod/mini'
import {
  specifiedError,
  specifiedIssue,
  specifiedKey,
  specifiedLogin,
  specifiedPage,
  specifiedSuccess,
  specifiedValidation,
} from '../../../contract/records/specified.ts'
import type { ReplyKind } from './traffic.ts'

const pageOf = (item: z.ZodMiniType) => z.extend(specifiedPage, { items: z.array(item) })
const validation = z.extend(specifiedValidation, { detail: z.optional(z.array(specifiedIssue)) })

const anything = z.unknown()

/** What the specification promises of the bodies of a kind. */
function schemaOf({ route, status }: Pick<ReplyKind, 'route' | 'status'>): z.ZodMiniType {
  if (status === 422) return validation
  if (status >= 400) return specifiedError
  return promised[route] ?? anything
}

const promised: Readonly<Record<string, z.ZodMiniType>> = {
  'GET /api/me/api-keys': pageOf(specifiedKey),
  'PATCH /api/me/api-keys/*/active': specifiedKey,
  'GET /api/conversations': pageOf(anything),
  'GET /api/knowledge-bases': pageOf(anything),
  'GET /api/agents': pageOf(anything),
  'GET /api/agents/*': specifiedSuccess,
  'POST /api/conversations': specifiedSuccess,
  'PATCH /api/conversations/*': specifiedSuccess,
  'POST /api/auth/login': specifiedLogin,
}

/** Whether a body keeps what the specification promises of its kind. */
export const isAsSpecified = (kind: ReplyKind, body: unknown): boolean =>
  schemaOf(kind).safeParse(body).success
