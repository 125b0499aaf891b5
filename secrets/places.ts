import { utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeBase64, encodeBase64 } from '../contract/base64.ts'
import { parseJson } from '../contract/json.ts'
import { SseSplitter } from '../contract/sse.ts'
import {
  beginsLikeForm,
  headerPlace,
  isPasswordPlace,
  isSecretNumber,
  isSecretParameter,
  isSecretPlace,
  looksLikeForm,
  parameterNames,
  schemeAndCredential,
} from './forms.ts'
import { decodeParameter, maxAddressDepth, mapParts } from './parameters.ts'
import { looksLikeJson, mapFrameData, mapJsonStrings } from './json-strings.ts'

/** The handlers for the texts of a message; each returns the replacement of its text. */
export type PlaceMapper = {
  /** A text whose name or place shows that it is a secret, such as a password. */
  secret(value: string): string
  /** The value of a cookie, which may be a setting. */
  cookie(value: string): string
  /** The value of `user-agent`. */
  agent(value: string): string
  /**
   * A text in JSON. `names` are the fields that lead to it; `path` is the request's, or '' for
   * events.
   */
  field(names: readonly string[], value: string, path: string): string
  /** Any other text. */
  text(value: string): string
  /** Called before the fields of a text that begins like JSON: the text may be a log. */
  json?(value: string): void
}

/** Replaces the secrets in the value of a header. */
export function mapHeader(name: string, value: string, map: PlaceMapper): string {
  const place = headerPlace(name)
  if (place === 'agent') return map.agent(value)
  if (place === 'address') return mapAddress(value, map)
  if (place === 'cookie')
    return value
      .split(';')
      .map((pair) => mapPair(pair, map))
      .join(';')
  if (place === 'set-cookie') {
    const [pair = '', ...attributes] = value.split(';')
    return [mapPair(pair, map), ...attributes].join(';')
  }
  if (place === 'plain') return map.text(value)
  const [scheme, credential] = schemeAndCredential(value)
  return scheme + (/^basic /i.test(scheme) ? mapBasic(credential, map) : map.secret(credential))
}

/** Handles a cookie: `name=value`. */
function mapPair(pair: string, map: PlaceMapper): string {
  const at = pair.indexOf('=')
  return at < 0 ? pair : pair.slice(0, at + 1) + map.cookie(pair.slice(at + 1))
}

/** Handles Basic authentication: user and password get separate pseudonyms. */
function mapBasic(credential: string, map: PlaceMapper): string {
  const decoded = new TextDecoder().decode(decodeBase64(credential))
  const at = decoded.indexOf(':')
  map.secret(credential)
  if (at < 0) return map.secret(credential)
  const user = decoded.slice(0, at)
  const mapped = `${map.secret(user)}:${map.field(['password'], decoded.slice(at + 1), '')}`
  return encodeBase64(utf8ToBytes(mapped))
}

/** Matches a parameter of a URL. */
const parameter = /([?&#])([^=&#?\s]{1,200})=([^&#\s"']*)/g

/** Matches a field of a form. Its value ends only at `&`: clients also send raw spaces and quotes. */
const formField = /(^|&)([^=&\s]{1,200})=([^&]*)/g

/** Replaces the values of secret parameters in a URL. */
export const mapAddress = (address: string, map: PlaceMapper, levels = maxAddressDepth): string =>
  mapParameters(address, parameter, map, levels)

/** Replaces the values of secret fields in a form, or in another text that was sent as a form. */
function mapFields(text: string, map: PlaceMapper): string {
  if (!beginsLikeForm(text)) return mapAddress(`?${text}`, map).slice(1)
  const form = text.trimEnd()
  return mapParameters(form, formField, map, maxAddressDepth) + text.slice(form.length)
}

/** `pattern` matches a parameter: its delimiter, its name and its value. */
function mapParameters(text: string, pattern: RegExp, map: PlaceMapper, levels: number): string {
  // The values of parameters are left out here, because they are handled below.
  const bare = text.replaceAll(pattern, '$1$2=')
  map.text(decodeParameter(bare))
  map.text(bare)
  return text.replaceAll(pattern, (whole, mark: string, name: string, value: string) => {
    const plain = decodeParameter(value)
    const replaced = mapParameter(decodeParameter(name), plain, map, levels)
    if (replaced !== plain) return `${mark}${name}=${encodeURIComponent(replaced)}`
    return whole.replaceAll(semicolonParameter, (part, inner: string, written: string) => {
      const other = mapParameter(decodeParameter(inner), decodeParameter(written), map, levels)
      return other === decodeParameter(written) ? part : `;${inner}=${encodeURIComponent(other)}`
    })
  })
}

/** A parameter after a semicolon, which some servers accept. */
const semicolonParameter = /;([^=&#?;\s]{1,200})=([^&#;\s"']*)/g

/** Handles the value of a parameter, which may be JSON. */
export function mapParameter(
  name: string,
  value: string,
  map: PlaceMapper,
  levels = maxAddressDepth,
): string {
  const names = parameterNames(name)
  if (isPasswordPlace(names)) return map.field(names, value, '')
  if (isSecretParameter(names, value)) return map.secret(value)
  if (looksLikeJson(value)) return mapJson(value, '', map, names)
  // A parameter often contains a URL with its own parameters.
  const isAddress = levels > 0 && value.includes('=')
  return isAddress ? mapAddress(value, map, levels - 1) : map.text(value)
}

/** Replaces the secrets in a body; `path` is the path of the request. */
export function mapBody(text: string, type: string, path: string, map: PlaceMapper): string {
  if (looksLikeJson(text)) return mapJson(text, path, map)
  const mayBeForm = !/\w\/\w|xml|html/i.test(type) && looksLikeForm(text)
  if (mayBeForm || /urlencoded/i.test(type)) return mapFields(text, map)
  if (/multipart/i.test(type)) return mapForm(text, type, path, map)
  if (/event-stream/i.test(type)) {
    const splitter = new SseSplitter()
    const frames = splitter.add(text)
    return [...frames, splitter.incompleteFrame].map((frame) => mapFrame(frame, map)).join('')
  }
  return map.text(text)
}

function mapJson(
  text: string,
  path: string,
  map: PlaceMapper,
  parents: readonly string[] = [],
): string {
  map.json?.(text)
  return mapJsonStrings(
    text,
    (names, value) => {
      const all = parents.length === 0 ? names : [...parents, ...names]
      // Arguments of tools, and stored events of a deployment, are often JSON in a text.
      const isDocument = looksLikeJson(value) && parseJson(value) !== undefined
      return isDocument ? mapJson(value, path, map, all) : map.field(all, value, path)
    },
    map.text,
    (names, value) => {
      const all = parents.length === 0 ? names : [...parents, ...names]
      return isSecretNumber(all, value) ? map.secret(value) : value
    },
  )
}

/** Replaces the secrets in an event of a stream. */
export const mapFrame = (frame: string, map: PlaceMapper): string =>
  mapFrameData(
    frame,
    (data) => (looksLikeJson(data) ? mapJson(data, '', map) : map.text(data)),
    map.text,
  )

/** Replaces the secrets in a multipart form. */
const mapForm = (text: string, type: string, path: string, map: PlaceMapper): string =>
  mapParts(text, type, {
    text: map.text,
    value(names, value) {
      // A password may begin like JSON, and the JSON of a long body may be truncated.
      const isSecret = isSecretPlace(names, value, path) && parseJson(value) === undefined
      return isSecret || !looksLikeJson(value)
        ? map.field(names, value, path)
        : mapJson(value, path, map, names)
    },
  })
