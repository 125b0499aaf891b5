import type { PlainResponse } from '../../contract/plain-http.ts'

/** Seconds after which a client should try again. */
const retryAfterSeconds = 60
/**
 * Reloads the page, on a click and every 20 seconds. A link or a `Refresh` header would lose the
 * fragment after `#`: the page or the script that the visitor wants.
 */
const reloadScript =
  "const again = () => location.reload(); document.querySelector('button').onclick = again; setTimeout(again, 20000)"
/** The SHA-256 of the script. The browser runs no other script. */
const scriptHash = 'sha256-J0MOJWRzd+uS7+CH+S1HgaJEvoCQwT6bHofx6dvSmHk='

/**
 * Creates the page for a new visitor if no world is left; plain text for clients other than
 * browsers.
 */
export function fullPage(reason: string, accept: string | undefined): PlainResponse {
  const isBrowser = accept?.includes('text/html') === true
  return {
    status: 503,
    headers: {
      'content-type': `text/${isBrowser ? 'html' : 'plain'}; charset=utf-8`,
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash}'`,
      'cache-control': 'no-store',
      'retry-after': String(retryAfterSeconds),
    },
    body: isBrowser ? html(reason) : `${reason}\n`,
  }
}

/** The reason is a sentence of the server, never text of a visitor. */
const html = (reason: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>No world is free · Understudy</title>
    <style>
      html { background: light-dark(#fff, #16181b); color: light-dark(#1c1e21, #e6e7e9) }
      .brand { color: light-dark(#5d636b, #a3a9b1); font-weight: 600 }
      button { padding: 0.4rem 0.9rem; font: inherit; color: inherit; background: none; border: 1px solid light-dark(#85898f, #7b828a); border-radius: 0.3rem; cursor: pointer }
      body { font: 1.0625rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.25rem }
      h1 { font-size: 1.5rem; line-height: 1.25 }
    </style>
  </head>
  <body>
    <main>
      <p class="brand">Understudy</p>
      <h1>All worlds of this demo are in use</h1>
      <p>${reason}</p>
      <p>A world becomes free once another visitor was inactive for a minute.</p>
      <p>This page tries again every 20 seconds, so you can leave it open.</p>
      <p><button type="button">Try again now</button></p>
    </main>
    <script>${reloadScript}</script>
  </body>
</html>
`
