/** The cookie that leads a browser to the world of its visitor. */
export const cookieName = 'understudy-visitor'

/** The values of it that a browser sent: one for each path that it was set at. */
export function readCookies(header: string | undefined): string[] {
  const pairs = (header ?? '').split(/;\s*/)
  return pairs
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1))
}

/** Where a cookie counts. */
export type CookiePlace = {
  /** The path that the page is mounted at; unless given, a browser takes that of the page. */
  readonly path: string | undefined
  /** Whether it travels under TLS alone. */
  readonly secure: boolean
}

/** Sets the cookie, until the browser is closed: no script reads it, no other site has it sent. */
export function writeCookie(value: string, { path, secure }: CookiePlace): string {
  const at = path === undefined ? '' : `; Path=${path}`
  return `${cookieName}=${value}${at}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
