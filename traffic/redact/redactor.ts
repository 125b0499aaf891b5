import type { HarEntry } from '../record/har-entry.ts'
import { mapTexts } from './map-texts.ts'
import {
  canBeSecret,
  type ContentKind,
  contentKindOf,
  findSecretForms,
  hasSecretName,
  isKeyPrefixPlace,
  isMask,
  isSecretName,
  isSecretPlace,
  isSetting,
  isUserAgentPlace,
  kindOf,
  mayBeText,
} from '../../secrets/forms.ts'
import { createPseudonyms, KnownSecrets, scramble } from '../../secrets/pseudonyms.ts'
import {
  mapAddress,
  mapBody,
  mapFrame,
  mapHeader,
  mapParameter,
  type PlaceMapper,
} from '../../secrets/places.ts'
import { decodeSse } from '../../contract/sse.ts'
import { parseJson } from '../../contract/json.ts'
import type { TimedFrame } from '../../contract/exchange.ts'
import { looksLikeJson, mapFrameData, mapJsonStrings } from '../../secrets/json-strings.ts'

/** Options of `createRedactor`. */
export type RedactorOptions = {
  /** Random bytes. Anyone who has them can compute the pseudonym of a secret. */
  readonly key: Uint8Array
  /** Kinds of turn content that stay unchanged. Only secrets in such content are replaced. */
  readonly keep?: readonly ContentKind[]
  /** Further texts to treat as secrets. */
  readonly secrets?: readonly string[]
}

/** Replaces the secrets of a recording by stable pseudonyms. */
export type Redactor = {
  /**
   * Learns the secrets of an entry, and replaces secrets that only their place identifies, such as
   * a short password. Call it for each entry in order, before `replace`.
   */
  learn(entry: HarEntry): HarEntry
  /** Replaces all known secrets in every part of an entry. */
  replace(entry: HarEntry): HarEntry
  /** The place of a remaining secret, such as `response.content.text`; else `undefined`. */
  findSecret(entry: HarEntry): string | undefined
}

/** The possible lengths of the prefixes of API keys that records show, in characters. */
const prefixLengths = { least: 4, most: 16 }

/**
 * Creates the redactor of one recording.
 *
 * @example
 * const redactor = createRedactor({ key: crypto.getRandomValues(new Uint8Array(32)) })
 * const learned = entries.map((entry) => redactor.learn(entry))
 * const safe = learned.map((entry) => redactor.replace(entry))
 */
export function createRedactor({ key, keep = [], secrets = [] }: RedactorOptions): Redactor {
  const pseudonym = createPseudonyms(key)
  const known = new KnownSecrets()
  /** The pseudonyms of keys, by the prefixes that their records may show. */
  const prefixes = new Map<string, string>()

  const learnForms = (text: string) => {
    for (const { kind, value } of findSecretForms(text)) {
      const stand = pseudonym(kind, value)
      if (known.add(value, stand) && kind === 'key') learnPrefixes(value, stand)
    }
  }
  const learnPrefixes = (value: string, stand: string) => {
    for (let { least: length } = prefixLengths; length <= prefixLengths.most; length++)
      prefixes.set(value.slice(0, length), stand.slice(0, length))
  }
  /** `here` replaces the value only at this place, because many other texts may contain it. */
  const secret = (value: string, here = mayBeText(value)): string => {
    if (!canBeSecret(value)) return value
    learnForms(value)
    const stand = pseudonym(kindOf(value), value)
    if (!here && known.add(value, stand) && value.length >= 20) learnPrefixes(value, stand)
    return stand
  }
  const agent = (value: string): string => {
    const stand = pseudonym('agent', value)
    // A short value, such as `node`, may be an ordinary word.
    if (value.length >= 12) known.add(value, stand)
    return stand
  }
  const places: PlaceMapper = {
    secret: (value) => secret(value),
    cookie: (value) => secret(value, isSetting(value)),
    agent,
    text(value) {
      learnForms(value)
      return value
    },
    json(value) {
      if (parseJson(value) === undefined) learnForms(value)
    },
    field(names, value, path) {
      if (isSecretPlace(names, value, path)) {
        const isCertain = hasSecretName(names)
        // If the name itself is not certain, a value such as `access_token` only names a secret.
        if (!isCertain && isSecretName(value)) return value
        const stand = secret(value)
        const isWord = isCertain && stand === value && !isMask(value)
        return isWord ? pseudonym('other', value) : stand
      }
      if (isUserAgentPlace(names)) return agent(value)
      learnForms(value)
      const kind = contentKindOf(names, path)
      if (kind !== undefined && !keep.includes(kind)) return scramble(value, seedOf(value))
      return value.includes('=') ? mapAddress(value, places) : value
    },
  }
  const seedOf = (value: string) => Buffer.from(pseudonym('other', `content ${value}`))
  const replacePrefixes: PlaceMapper = {
    secret: (value) => value,
    cookie: (value) => value,
    agent: (value) => value,
    text: (value) => value,
    field: (names, value) => (isKeyPrefixPlace(names) ? (prefixes.get(value) ?? value) : value),
  }
  for (const one of secrets) known.add(one, pseudonym(kindOf(one), one))

  return {
    learn(entry) {
      for (const text of piecedTexts(entry)) learnForms(text)
      for (const body of [entry.request.postData, entry.response.content])
        learnForms(decodeBody(body))
      return mapPlaces(entry, places)
    },
    replace(entry) {
      const prefixed = showsPrefix(entry) ? mapPlaces(entry, replacePrefixes) : entry
      const replaced = mapTexts(prefixed, (text) => known.replaceIn(text))
      const { response, request } = replaced
      const content = withRedactedBytes(response.content, known)
      const { _frames: timed } = content
      const frames = timed && replaceSplitSecrets(timed, known)
      const text = frames?.map((frame) => frame.text).join('') ?? withoutSecrets(content, known)
      const postData = request.postData && withRedactedBytes(request.postData, known)
      return {
        ...replaced,
        request: { ...request, ...(postData && { postData: { text: '', ...postData } }) },
        response: {
          ...response,
          content: {
            ...content,
            ...(text !== undefined && { text, size: contentSizeOf(content, text) }),
            ...(frames && { _frames: [...frames] }),
          },
        },
      }
    },
    findSecret(entry) {
      let place: string | undefined
      mapTexts(entry, (text, at) => {
        if (known.isIn(text)) place ??= at
        return text
      })
      if (known.isIn(decodeBody(entry.request.postData))) place ??= 'request.postData.text'
      if (known.isIn(decodeBody(entry.response.content))) place ??= 'response.content.text'
      const isSplit = piecedTexts(entry).some((text) => known.isIn(text))
      return place ?? (isSplit ? 'response.content._frames' : undefined)
    },
  }
}

/** The texts that an entry contains in several pieces, each joined to one text. */
const piecedTexts = ({ response: { content } }: HarEntry): readonly string[] => {
  const { _frames: frames = [], encoding, text = '' } = content
  const stored = encoding === undefined ? slicesOfBody(text) : []
  return [...slicesOfFrames(frames), ...stored].map(joinSlices)
}

const withoutSecrets = ({ text, encoding }: Content, known: KnownSecrets): string | undefined =>
  text === undefined || encoding !== undefined ? text : replaceStoredSecrets(text, known)

const showsPrefix = ({ response, request }: HarEntry): boolean =>
  [response.content.text, request.postData?.text].some((text) => text?.includes('prefix'))

type Content = HarEntry['response']['content']

const contentSizeOf = ({ encoding, size }: Content, text: string): number =>
  encoding === undefined ? Buffer.byteLength(text) : size

type EncodedBody = { readonly text?: string; readonly encoding?: 'base64' }

/** Decodes a base64 body to text in UTF-8; empty for a body that is not base64. */
const decodeBody = ({ text = '', encoding }: EncodedBody = {}): string =>
  encoding === undefined ? '' : Buffer.from(text, 'base64').toString()

/** Replaces secrets in a base64 body, or drops the bytes if that is not possible. */
function withRedactedBytes<One extends EncodedBody>(
  body: One,
  knownSecrets: KnownSecrets,
): Omit<One, 'text' | 'encoding'> & EncodedBody {
  if (!knownSecrets.isIn(decodeBody(body))) return body
  const characters = Buffer.from(body.text ?? '', 'base64').toString('latin1')
  const bytes = Buffer.from(knownSecrets.replaceIn(characters), 'latin1')
  const replaced = { ...body, text: bytes.toString('base64') }
  if (!knownSecrets.isIn(decodeBody(replaced))) return replaced
  const { encoding: _base64, text: _secret, ...others } = body
  return others
}

/** Maps the texts of an entry. Fields of JSON documents and forms have separate places. */
function mapPlaces(entry: HarEntry, map: PlaceMapper): HarEntry {
  const { request, response } = entry
  const path = URL.parse(request.url)?.pathname ?? ''
  const { postData } = request
  const { content } = response
  const { _frames: timed } = content
  const headers = (all: HarEntry['request']['headers']) =>
    all.map(({ name, value }) => ({ name, value: mapHeader(name, value, map) }))
  const frames = timed?.map(({ t, text }) => ({ t, text: mapFrame(text, map) }))
  const bodyText = (text: string, { mimeType, encoding }: Omit<Content, 'size'>) =>
    (encoding === undefined ? mapBody : mapBytes)(text, mimeType, path, map)
  return {
    ...entry,
    request: {
      ...request,
      url: mapAddress(request.url, map),
      headers: headers(request.headers),
      queryString: request.queryString.map(({ name, value }) => ({
        name,
        value: mapParameter(name, value, map),
      })),
      ...(postData && {
        postData: { ...postData, text: bodyText(postData.text, postData) },
      }),
    },
    response: {
      ...response,
      statusText: map.text(response.statusText),
      headers: headers(response.headers),
      redirectURL: mapAddress(response.redirectURL, map),
      content: {
        ...content,
        ...(content.text !== undefined && {
          text: frames?.map(({ text }) => text).join('') ?? bodyText(content.text, content),
        }),
        ...(frames && { _frames: frames }),
      },
    },
  }
}

/** Maps a text or form in base64 that is not UTF-8, such as JSON in Latin-1. Other bytes stay. */
function mapBytes(base64: string, type: string, path: string, map: PlaceMapper): string {
  if (!/^$|text|json|xml|form|multipart/i.test(type)) return base64
  const mapped = mapBody(toLatin1(Buffer.from(base64, 'base64')), type, path, {
    ...map,
    secret: (value) => mapBytesAsText(value, map.secret),
    text: (value) => mapBytesAsText(value, map.text),
    field: (names, value, at) => mapBytesAsText(value, (text) => map.field(names, text, at)),
  })
  return Buffer.from(mapped, 'latin1').toString('base64')
}

const toLatin1 = (bytes: Buffer) => bytes.toString('latin1')

/** Maps the text in bytes, one character per byte; bytes that are not text stay. */
function mapBytesAsText(value: string, map: (text: string) => string): string {
  // A decoded JSON escape may be a character beyond one byte.
  const text = /[\u0100-\uffff]/.test(value) ? value : Buffer.from(value, 'latin1').toString()
  const mapped = map(text)
  return mapped === text ? value : toLatin1(Buffer.from(mapped))
}

/** A text in one frame that is a piece of a longer text. */
type TextSlice = {
  readonly frame: number
  readonly index: number
  readonly from: number
  readonly text: string
}

/** A JSON document whose texts may be pieces. */
type PiecedDocument = { readonly event: string; readonly json: string }

/** The pieces of each text. Texts in the same field of the same event are pieces of one text. */
function findSlices(
  documents: readonly PiecedDocument[],
  isPiece: (names: readonly string[]) => boolean,
): readonly (readonly TextSlice[])[] {
  const series = new Map<string, { slices: TextSlice[]; length: number }>()
  for (const [frame, { event, json }] of documents.entries()) {
    let index = 0
    mapJsonStrings(json, (names, text) => {
      const at = index++
      if (!isPiece(names)) return text
      const key = JSON.stringify([event, ...names])
      const one = series.get(key) ?? { slices: [], length: 0 }
      series.set(key, one)
      one.slices.push({ frame, index: at, from: one.length, text })
      one.length += text.length
      return text
    })
  }
  return Array.from(series.values(), ({ slices }) => slices).filter(({ length }) => length > 1)
}

/** The pieces of the texts that a stream sends in several frames. */
function slicesOfFrames(frames: readonly TimedFrame[]) {
  const documents = frames.map(({ text }) => {
    const { event = 'message', data = '' } = decodeSse(text.replace(/^\uFEFF/, ''))
    return { event, json: looksLikeJson(data) ? data : toJsonLines(data) }
  })
  return findSlices(documents, () => true)
}

/** Converts data that is not JSON to a JSON list with one text per line. */
const toJsonLines = (data: string) => JSON.stringify(data === '' ? [] : data.split('\n'))

/** The pieces of the texts in the stored events of a body. They are the same as in the stream. */
const slicesOfBody = (body: string) =>
  body.includes('"sse_events"') && looksLikeJson(body)
    ? findSlices([{ event: '', json: body }], (names) => names.includes('sse_events'))
    : []

const joinSlices = (slices: readonly TextSlice[]): string => slices.map(({ text }) => text).join('')

/** Replaces secrets that are split over several stored events. */
function replaceStoredSecrets(body: string, secrets: KnownSecrets): string {
  const texts = changedPieces(slicesOfBody(body), secrets).get(0)
  return texts === undefined ? body : replaceTexts(body, texts)
}

/**
 * Replaces secrets that are split over several frames. The pseudonym is in the frame where the
 * secret begins.
 */
function replaceSplitSecrets(
  frames: readonly TimedFrame[],
  secrets: KnownSecrets,
): readonly TimedFrame[] {
  const changed = changedPieces(slicesOfFrames(frames), secrets)
  return frames.map((frame, number) => {
    const texts = changed.get(number)
    if (texts === undefined) return frame
    return { ...frame, text: mapFrameData(frame.text, (data) => replaceTexts(data, texts)) }
  })
}

/** Replaces texts in data by their number: JSON strings, or lines if the data is not JSON. */
function replaceTexts(data: string, texts: ReadonlyMap<number, string>): string {
  let index = 0
  const next = (text: string) => texts.get(index++) ?? text
  if (looksLikeJson(data)) return mapJsonStrings(data, (_names, text) => next(text))
  return data.split('\n').map(next).join('\n')
}

/** The changed pieces, by the number of their document and their number in the document. */
function changedPieces(
  series: readonly (readonly TextSlice[])[],
  secrets: KnownSecrets,
): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const changed = new Map<number, Map<number, string>>()
  for (const slices of series) {
    for (const { from, to, word } of secrets.placesIn(joinSlices(slices))) {
      for (const { frame, index, from: start, text } of slices) {
        const first = Math.max(0, from - start)
        const last = Math.min(text.length, to - start)
        if (first >= last) continue
        const inFrame = changed.get(frame) ?? new Map<number, string>()
        changed.set(frame, inFrame)
        // Earlier replacements may have changed the text, so positions count from its end.
        const now = inFrame.get(index) ?? text
        const shift = now.length - text.length
        const inserted = from >= start ? word.stand : ''
        inFrame.set(index, now.slice(0, first + shift) + inserted + now.slice(last + shift))
      }
    }
  }
  return changed
}
