/**
 * Returns the reason why an address looks like production, as a clause such as `its name contains
 * "live"`. Returns `undefined` for this machine, private networks, and names with a word such as
 * `staging`. Any other public name counts as production.
 */
export function productionReason(baseUrl: string): string | undefined {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  if (isIpAddress(host)) return isPrivateAddress(host) ? undefined : 'it is a public address'
  const words = hostWords(host)
  const productionWord = words.find((word) => productionWords.has(word))
  if (productionWord !== undefined) return `its name contains "${productionWord}"`
  const isLocal = !host.includes('.') || reservedDomains.test(host)
  if (isLocal || words.some((word) => testWords.has(word))) return undefined
  return 'its name does not look like a test system'
}

// Joins `pre-prod` and `non-production` to one word, and removes the numbers of machines.
const hostWords = (host: string): readonly string[] =>
  host
    .toLowerCase()
    .replaceAll(/(pre|non)-(prod)/g, '$1$2')
    .split(/[.\-_]/)
    .map((word) => word.replace(/(?<!\d)\d+$/, ''))

const productionWords = new Set(['prod', 'prd', 'production', 'live'])

const testWords = new Set(
  `staging stage stg test tests testing tst qa uat sit dev devel develop development sandbox sbx
  demo preview review preprod preproduction nonprod nonproduction acceptance int integration ci
  local mock fake understudy`.split(/\s+/),
)

const reservedDomains = /\.(test|example|invalid|localhost|local|internal|lan|home\.arpa)$/

const isIpAddress = (host: string): boolean => host.includes(':') || /^\d+(\.\d+){3}$/.test(host)

const isPrivateAddress = (address: string): boolean =>
  /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(address) ||
  address === '0.0.0.0' ||
  /^(::1?$|f[cd]|fe[89ab])/i.test(address)
