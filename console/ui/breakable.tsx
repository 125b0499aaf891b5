import { Fragment } from 'preact'

/** A text that breaks behind an `@` before it breaks anywhere else, as in an email. */
export const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=@)/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
)
