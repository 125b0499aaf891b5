/**
 * Why an address looks like production, in a clause such as `its name says "live"`; undefined for
 * what is surely no production: this machine, private networks, and names with a word such as
 * `staging`. A public name that says nothing of the kind counts as production.
 */
export function productionReason(baseUrl: string): string | undefined {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  if (isAddress(host)) return isPrivate(host) ? undefined : 'it is a public address'
  const words = wordsOf(host)
  const loud = words.find((word) => production.has(word))
  if (loud !== undefined) return `its name says "${loud}"`
  const isLocal = !host.includes('.') || reserved.test(host)
  if (isLocal || words.some((word) => rehearsal.has(word))) return undefined
  return 'nothing in its name says that it is for tests'
}

// `pre-prod` and `non-production` are one word each; figures only count machines.
const wordsOf = (host: string): readonly string[] =>
  host
    .toLowerCase()
    .replaceAll(/(pre|non)-(prod)/g, '$1$2')
    .split(/[.\-_]/)
    .map((word) => word.replace(/(?<!\d)\d+$/, ''))

const production = new Set(['prod', 'prd', 'production', 'live'])

const rehearsal = new Set(
  `staging stage stg test tests testing tst qa uat sit dev devel develop development sandbox sbx
  demo preview review preprod preproduction nonprod nonproduction acceptance int integration ci
  local mock fake understudy`.split(/\s+/),
)

const reserved = /\.(test|example|invalid|localhost|local|internal|lan|home\.arpa)$/

const isAddress = (host: string): boolean => host.includes(':') || /^\d+(\.\d+){3}$/.test(host)

const isPrivate = (address: string): boolean =>
  /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(address) ||
  address === '0.0.0.0' ||
  /^(::1?$|f[cd]|fe[89ab])/i.test(address)
