import { isObject, mapFields } from '../../contract/json.ts'
import type { HarEntry } from '../record/har-entry.ts'

/** Places whose texts HAR or HTTP defines. They stay, even if a password is the same word. */
const definedPlaces =
  /^(startedDateTime|_closed|request\.method|(request|response)\.httpVersion|(request\.postData|response\.content)\.encoding)$/
/** Places that begin with a name from HTTP: of a header, or of a media type before its parameters. */
const namePlaces = /^(request|response)\.(headers\[\d+\]\.name|(postData|content)\.mimeType)$/
const nameAndRest = /^([a-z]+(?:[-/.+][a-z]+)*(?=;|$))?(.*)$/is

type MapText = (text: string, place: string) => string

/** Maps every text of an entry that can contain a secret, together with its place. */
export function mapTexts(entry: HarEntry, map: MapText): HarEntry {
  const walk = (value: unknown, place: string): unknown => {
    if (typeof value === 'string') return mapText(value, place, map)
    if (Array.isArray(value)) return value.map((item, at) => walk(item, `${place}[${at}]`))
    if (!isObject(value)) return value
    return mapFields(value, (item, name) => walk(item, place === '' ? name : `${place}.${name}`))
  }
  return walk(entry, '') as HarEntry
}

function mapText(text: string, place: string, map: MapText): string {
  if (definedPlaces.test(place)) return text
  if (!namePlaces.test(place)) return map(text, place)
  const [, name = '', rest = ''] = nameAndRest.exec(text) ?? []
  return name + map(rest, place)
}
