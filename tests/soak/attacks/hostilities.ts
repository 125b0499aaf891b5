import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hostility } from './target-attack.ts'

export const says = (body: string, headers: Readonly<Record<string, string>> = {}): Hostility => {
  const bytes = Buffer.from(body)
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(bytes)
    return true
  }
}

const isLogin = ({ url = '' }: IncomingMessage) => url.includes('/auth/login')

/** Lets the suite in, so that it goes on to all else. */
export const onceIn =
  (hostility: Hostility): Hostility =>
  (request, response) =>
    isLogin(request) ? false : hostility(request, response)

/** Puts a text behind every string of every answer, but for those that the suite signs in with. */
export const spoils =
  (text: string): Hostility =>
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

/** Writes again and again for as long as somebody reads. */
export const endlessly = (response: ServerResponse, head: string, piece: string): void => {
  response.write(head)
  const goOn = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', goOn)
  }
  goOn()
}

export const stream = { 'content-type': 'text/event-stream' }
export const endlessTurns =
  (head: string, piece: string): Hostility =>
  (request, response) => {
    if (!isTurn(request)) return false
    response.writeHead(200, stream)
    endlessly(response, head, piece)
    return true
  }
