import { ApiError } from '../../../../client/errors.ts'

export function describeError(error: unknown): string {
  if (error instanceof ApiError) return `${error.message} (${error.status} ${error.code})`
  if (error instanceof TypeError) return 'The platform could not be reached.'
  return error instanceof Error ? error.message : String(error)
}
