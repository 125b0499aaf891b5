import { isError, messageOf } from '../../../../contract/realm-safe.ts'
import { ApiError } from '../../../../client/errors.ts'

export function describeError(error: unknown): string {
  if (error instanceof ApiError) return `${error.message} (${error.status} ${error.code})`
  if (isError(error, 'TypeError')) return 'The platform could not be reached. Is it running?'
  return messageOf(error)
}
