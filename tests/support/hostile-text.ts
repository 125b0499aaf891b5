import type { Fetch } from '../../conformance/http/transport.ts'

/** Texts of a target, a script or a client that would attack a reader who sees them unescaped. */
export const hostileTexts = {
  escape: '\u001b[31mred',
  title: '\u001b]0;pwned\u0007',
  clipboard: '\u001b]52;c;cm0gLXJm\u0007',
  c1: '\u009b31m\u009d0;pwned\u009c\u0085::error::after-nel',
  delete: 'a\u007f\u0008b',
  bidi: 'user\u202egnp.exe \u2066x\u2069 \u200f\u061c',
  hidden: 'a\u200bb\u2060c\ufeffd',
  null: 'a\u0000b',
  carriage: 'good\rFAKE LINE',
  line: 'x\n FAKE LINE',
  separators: 'x\u2028::error::after-ls\u2029::error::after-ps',
  command: '::error::injected',
  lateCommand: 'x\n::set-output name=x::y\r\n  ::add-mask::z',
  oldCommand: '##[error]x ##vso[task.setvariable variable=x]y',
  html: '</script><img src=x onerror=alert(1)>',
  table: '| a | b |\n|---|---|',
  fence: '```\n# taken\n```',
  link: '![x](http://evil.test) <http://evil.test> www.evil.test @everyone',
  expression: '${{ env.HOME }}',
  surrogate: 'half \ud83d end',
  plain: 'Grüße, 東京, سلام می‌خواهم, 👩🏽‍🚀',
} as const

export const hostile = Object.values(hostileTexts).join(' ')

/** All hostile texts at once, and the texts that must come first to have an effect. */
export const hostileStarts = {
  all: hostile,
  escape: hostileTexts.escape,
  command: hostileTexts.command,
  oldCommand: hostileTexts.oldCommand,
  line: hostileTexts.line,
  lateCommand: hostileTexts.lateCommand,
} as const

// Fields that a client needs to continue: a run that ends at the sign-in would show little.
const needed = /token|^key$|api_key|(^|_)id$|^role$|_at$/

/** Appends `hostileText` to every string of a response, and adds it as a header. */
export const hostileFetch =
  (fetch: Fetch, hostileText: string): Fetch =>
  async (request) => {
    const response = await fetch(request)
    const type = response.headers.get('content-type') ?? ''
    if (!type.startsWith('application/json')) return response
    const spoil = (key: string, value: unknown) =>
      typeof value === 'string' && !needed.test(key) ? `${value}${hostileText}` : value
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return new Response(JSON.stringify(JSON.parse(await response.text()), spoil), {
      status: response.status,
      headers,
    })
  }

/** A target that sends the same text in every string and as field names. */
export const parrotFetch =
  (hostileText: string): Fetch =>
  async () =>
    Response.json(
      {
        success: false,
        error: hostileText,
        message: hostileText,
        detail: hostileText,
        [hostileText]: hostileText,
        items: [hostileText],
      },
      { status: 418 },
    )

/**
 * Characters that must never be printed unescaped: control characters except LF, bidirectional and
 * invisible characters, lone surrogates.
 */
export const rawIn = (text: string): readonly string[] => {
  const found = text.match(raw)?.filter((character) => character !== '\n') ?? []
  return [...new Set(found)].map((character) => `U+${character.charCodeAt(0).toString(16)}`)
}

const raw = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

/** Lines that GitHub Actions would read as a command and that are not our annotations. */
export const commandsIn = (text: string): readonly string[] =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .filter((line) => /^\s*::/.test(line) || /##\w*\[/.test(line))
    .filter((line) => !/^::(error|warning|notice) title=[^:,]*::(?!.*##\w*\[)/.test(line))
