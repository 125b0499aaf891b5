const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** A moment of an ISO text, in the zone of the reader; the exact one is its title. */
export function Moment({ iso, short }: { readonly iso: string; readonly short?: boolean }) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return <>{iso}</>
  return (
    <time dateTime={iso} title={iso}>
      {(short === true ? time : whole).format(date)}
    </time>
  )
}
