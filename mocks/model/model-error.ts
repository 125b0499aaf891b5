/** The reason why a model does not play a turn, as a sentence for the journal. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  /** The status of the response, or 0 if the server cannot be reached. With 0, no tokens were used. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Explains a response without a reply. Its body is not quoted: it may repeat a part of the key. */
export function statusError(status: number): ModelError {
  return new ModelError(`The server of the model ${explainStatus(status)}`, status)
}

function explainStatus(status: number): string {
  if (status >= 300 && status < 400)
    return `redirects (${status}), which is not followed. Give its final address to --model.`
  if (status === 401 || status === 403)
    return `refuses the key (${status}). Set UNDERSTUDY_MODEL_KEY to a key of this server.`
  if (status === 404)
    return 'answers with 404. Check the address in --model, which often ends in /v1, and --model-name.'
  if (status === 429) return 'allows no more requests for now (429).'
  if (status >= 500) return `fails (${status}).`
  return `refuses the request (${status}). Check that the model of --model-name can call tools.`
}

/** Explains a response of a wrong content type: the address belongs to another server. */
export const typeError = (type: string): ModelError =>
  new ModelError(
    `The server of the model responded with ${type.slice(0, 80)}, not in the format of the API. Check the address in --model.`,
  )

/** Explains a request that got no response, or whose response was cut off. */
export function networkError(error: unknown, hasResponse: boolean): ModelError {
  const { code } = ((error as Error).cause ?? {}) as { readonly code?: unknown }
  const reason = typeof code === 'string' ? ` (${code})` : ''
  return new ModelError(
    hasResponse
      ? `The server of the model broke off in the middle of a reply${reason}.`
      : `The server of the model cannot be reached${reason}. Start it, or correct the address in --model.`,
    hasResponse ? undefined : 0,
  )
}
