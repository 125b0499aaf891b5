import type { PlainResponse } from '../../recording/exchange.ts'

/** Seconds after which a client should try again. */
const retryAfter = 60

/** The page of a server that has no world left for a new visitor; plain text for other clients. */
export function fullPage(reason: string, accept: string | undefined): PlainResponse {
  const isBrowser = accept?.includes('text/html') === true
  return {
    status: 503,
    headers: {
      'content-type': `text/${isBrowser ? 'html' : 'plain'}; charset=utf-8`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
      'retry-after': String(retryAfter),
    },
    body: isBrowser ? html(reason) : `${reason}\n`,
  }
}

/** The reason is a sentence of this server, never input of a visitor. */
const html = (reason: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>No world is free · Understudy</title>
    <style>
      html { background: light-dark(#fff, #16181b); color: light-dark(#1c1e21, #e6e7e9) }
      a { color: light-dark(#0b57b0, #8ab4f8) }
      body { font: 1.0625rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.25rem }
      h1 { font-size: 1.5rem; line-height: 1.25 }
    </style>
  </head>
  <body>
    <main>
      <h1>All worlds of this demo are in use</h1>
      <p>${reason}</p>
      <p>A world becomes free when another visitor leaves, or was inactive for a minute.</p>
      <p><a href="">Try again now</a></p>
    </main>
  </body>
</html>
`
