import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64, toBase64Url } from '../../../contract/base64.ts'
import { type Claims, decodeJwt, signJwt, verifyJwt } from '../../../mocks/world/sessions.ts'
import { Keyring, tagInKey, worldTag } from '../../../mocks/world/api-keys.ts'
import { seeded } from '../../support/seeded.ts'

const bytesOf = (draw: (below: number) => number, length: number) =>
  Uint8Array.from({ length }, () => draw(256))

describe('base64', () => {
  it('base64, plain or URL-safe, is encoded and decoded like in Node for any bytes', () => {
    const draw = seeded(7)
    for (let length = 0; length < 130; length++) {
      const bytes = bytesOf(draw, length)
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(decodeBase64(toBase64Url(bytes))).toEqual(bytes)
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
    }
  })

  it.each(['a', 'ab=', 'a*b/', 'äöü', 'abcde'])('the decoder of base64 refuses %j', (text) => {
    expect(decodeBase64(text)).toBeUndefined()
  })
})

describe('a token', () => {
  const secret = bytesOf(seeded(1), 32)
  const claims: Claims = {
    sub: 'user',
    email: 'zoë@example.com',
    type: 'access',
    iat: 1,
    exp: 2,
    jti: 'j',
    sid: 's',
    revocations: 0,
    world: 'a “world” of 东京',
  }

  it('a token equals the JWT that Node signs with HS256', () => {
    const token = signJwt(claims, secret)
    const [header = '', payload = '', signature] = token.split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'JWT',
    })
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(claims)
    const signed = createHmac('sha256', secret).update(`${header}.${payload}`)
    expect(signature).toBe(signed.digest('base64url'))
  })

  it('a token is valid only with its own secret', () => {
    const token = signJwt(claims, secret)
    expect(verifyJwt(token, secret)).toEqual(claims)
    expect(verifyJwt(token, bytesOf(seeded(2), 32))).toBeUndefined()
    expect(decodeJwt(token)).toEqual(claims)
  })

  it('a token is invalid with any one character changed', () => {
    const token = signJwt(claims, secret)
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      expect(verifyJwt(changed, secret)).toBeUndefined()
    }
  })

  it.each(['', '.', '..', 'a.b.c', 'a..c', 'bnVsbA.bnVsbA.bnVsbA'])(
    'the invalid token %j is refused',
    (text) => {
      expect([verifyJwt(text, secret), decodeJwt(text)]).toEqual([undefined, undefined])
    },
  )

  it('a token cannot choose its own signature algorithm', () => {
    const [, payload] = signJwt(claims, secret).split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    expect(verifyJwt(`${none}.${payload}.`, secret)).toBeUndefined()
  })
})

describe('a keyring', () => {
  it('a keyring derives a key from world, secret and id, and recognizes only derived keys', () => {
    const secret = bytesOf(seeded(3), 32)
    const ring = new Keyring(secret, 'red')
    const value = ring.valueOf('one')
    expect(value).toMatch(/^svc_[\w-]{44}$/)
    expect(value).toBe(new Keyring(secret, 'red').valueOf('one'))
    expect(value).not.toBe(new Keyring(bytesOf(seeded(4), 32), 'red').valueOf('one'))
    expect(ring.valueOf('two')).not.toBe(value)
    expect(ring.prefixOf('one')).toBe(value.slice(0, 8))
    expect([ring.idOf(value), ring.idOf('svc_x')]).toEqual(['one', undefined])
  })

  it('a keyring finds the world of every key by its suffix', () => {
    const value = new Keyring(bytesOf(seeded(5), 32), 'red').valueOf('one')
    expect(tagInKey(value)).toBe(worldTag('red'))
    expect(worldTag('red')).not.toBe(worldTag('blue'))
  })
})
