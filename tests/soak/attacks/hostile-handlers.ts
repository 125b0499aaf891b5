import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HostileHandler } from './target-attack.ts'

export const respondWith = (
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HostileHandler => {
  const bytes = Buffer.from(body)
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(bytes)
    return true
  }
}

const isLogin = ({ url = '' }: IncomingMessage) => url.includes('/auth/login')

/** Responds to the sign-in normally, so that the suite continues. */
export const afterSignIn =
  (handler: HostileHandler): HostileHandler =>
  (request, response) =>
    isLogin(request) ? false : handler(request, response)

/** Appends a text to every string of every response, except for sign-ins and turns. */
export const appendToStrings =
  (text: string): HostileHandler =>
  (request) =>
    isLogin(request) || isTurn(request)
      ? false
      : (body) =>
          body.replaceAll(
            /"((?:[^"\\]|\\.)*)"(?!:)/g,
            (_all, said: string) => `"${said}${JSON.stringify(text).slice(1, -1)}"`,
          )

export const isTurn = ({ url = '' }: IncomingMessage) =>
  /\/api\/(react|dag|auto|chat\/resume)/.test(url)

/** Repeats a piece for as long as the connection is open. */
export const writeEndlessly = (response: ServerResponse, head: string, piece: string): void => {
  response.write(head)
  const goOn = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', goOn)
  }
  goOn()
}

export const stream = { 'content-type': 'text/event-stream' }
export const endlessTurns =
  (head: string, piece: string): HostileHandler =>
  (request, response) => {
    if (!isTurn(request)) return false
    response.writeHead(200, stream)
    writeEndlessly(response, head, piece)
    return true
  }
