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
