import { generateKeyPairSync, sign } from 'node:crypto'

/**
 * A key and a self-signed certificate for 127.0.0.1, as from a private CA that a client does not
 * know. Both are PEM.
 */
export function privateCertificate(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(time('20000101000000Z'), time('20990101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(isAuthority, isLoopback)),
  )
  const signature = tagged(0x03, Buffer.from([0]), sign('sha256', signed, privateKey))
  const body = sequence(signed, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  }
}

/** A DER value: tag, length, bytes. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), body])
}

const hex = (digits: string) => Buffer.from(digits, 'hex')
const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts)
const integer = (value: number) => tagged(0x02, Buffer.from([value]))
const time = (text: string) => tagged(0x18, Buffer.from(text))
const identifier = (digits: string) => tagged(0x06, hex(digits))
const octets = (...parts: readonly Buffer[]) => tagged(0x04, ...parts)

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
const commonName = sequence(identifier('550403'), tagged(0x0c, Buffer.from('Private CA of a test')))
const name = sequence(tagged(0x31, commonName))
const basicConstraints = identifier('551d13')
const subjectAltName = identifier('551d11')
const isAuthority = sequence(basicConstraints, octets(sequence(tagged(0x01, hex('ff')))))
const isLoopback = sequence(subjectAltName, octets(sequence(tagged(0x87, hex('7f000001')))))
