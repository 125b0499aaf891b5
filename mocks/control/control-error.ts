import { WorldError } from '../state/world-error.ts'

/** A call to the control API that can't be answered: a sentence that says what would be right. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

const statuses = { name: 422, taken: 409, missing: 404, full: 503, unkept: 503 } as const

/** What is thrown about a world, as the control API says it; anything else stays what it is. */
export const toControlError = (error: unknown): unknown =>
  error instanceof WorldError ? new ControlError(statuses[error.problem], error.message) : error
