import { type ComponentChildren, Fragment } from 'preact'
import { describeTime } from './describe-time.ts'

/** Shows a text, such as an email or a URL, that preferably breaks after an `@` or a slash. */
export const BreakableText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=[@/])(?!\/)/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
)

type TextWithCodeProps = { readonly text: string; readonly tag?: 'code' | 'kbd' }

/** Renders the parts of a text between backticks as code, or as keys of a keyboard. */
export const TextWithCode = ({ text, tag: Tag = 'code' }: TextWithCodeProps) => (
  <>
    {text.split('`').map((part, index) => (index % 2 === 1 ? <Tag key={index}>{part}</Tag> : part))}
  </>
)

/** Matches the name of a field in JSON that has one field per line. */
const jsonName = /^( *"(?:[^"\\\n]|\\.)*")(?=: )/m

/** Shows a text. If it is JSON with one field per line, the names of its fields stand out. */
export const JsonText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(jsonName).map((part, at) =>
      at % 2 === 1 ? (
        <span key={at} class="json-name">
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </>
)

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** Formats an ISO 8601 timestamp in the user's time zone. The tooltip shows the original. */
export function Timestamp({ iso, short }: { readonly iso: string; readonly short?: boolean }) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return <>{iso}</>
  return (
    <time dateTime={iso} title={iso}>
      {(short === true ? timeFormat : dateTimeFormat).format(date)}
    </time>
  )
}

const exactTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

/** Shows how far a time is from `now`, the time of the world. The tooltip shows the exact time. */
export function TimeAgo({ iso, now }: { readonly iso: string; readonly now: number }) {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return <>{iso}</>
  return (
    <time dateTime={iso} title={exactTimeFormat.format(at)}>
      {describeTime(at, now)}
    </time>
  )
}

type FactsProps = {
  readonly class: string
  /** Names with values. A name whose value is `undefined` is left out. */
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[]
}

/** A list of names and their values. */
export const Facts = ({ class: className, facts }: FactsProps) => (
  <dl class={className}>
    {facts
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
