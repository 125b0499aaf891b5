import { hrefOf } from '../../app/location.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Moment } from '../../ui/moment.tsx'
import { kindBehind } from './kinds.ts'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const mostCharacters = 140

/** The value of a field, short; an id leads to its record. */
export function Cell({ field, value }: { readonly field: string; readonly value: unknown }) {
  if (value === null || value === undefined || value === '') return <span class="faint">–</span>
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (typeof value === 'number') return <>{value.toLocaleString('en-GB')}</>
  if (Array.isArray(value)) return <>{sayList(value)}</>
  if (typeof value === 'object') return <>{sayFields(value)}</>
  const text = String(value)
  const kind = kindBehind(field)
  if (kind !== undefined)
    return (
      <a href={hrefOf('state', { kind, id: text })} title={text}>
        <code>{text.slice(0, 8)}</code>
      </a>
    )
  if (moment.test(text)) return <Moment iso={text} />
  return <Breakable text={shortened(text)} />
}

/** The beginning of a text that is too long for a line or three. */
export const shortened = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text

const sayList = (list: readonly unknown[]) =>
  list.every((each) => typeof each === 'string') && list.length > 0 && list.length < 5
    ? list.join(', ')
    : counted(list.length, 'item')

const sayFields = (value: object) => counted(Object.keys(value).length, 'field')

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
