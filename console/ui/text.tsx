import { Fragment } from 'preact'

/** A text that breaks behind an `@` before it breaks anywhere else, as in an email. */
export const BreakableText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=@)/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
)

/** A sentence in which what stands between backticks is code. */
export const TextWithCode = ({ text }: { readonly text: string }) => (
  <>
    {text
      .split('`')
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
)

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** A moment of an ISO text, in the zone of the reader; the exact one is its title. */
export function Timestamp({ iso, short }: { readonly iso: string; readonly short?: boolean }) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return <>{iso}</>
  return (
    <time dateTime={iso} title={iso}>
      {(short === true ? timeFormat : dateTimeFormat).format(date)}
    </time>
  )
}
