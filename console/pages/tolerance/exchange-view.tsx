import type { FirstDifference, ShownResponse } from '../../../contract/tolerance-report.ts'
import { TextWithCode } from '../../ui/text.tsx'
import { compareTexts, type TextPart } from './report/difference.ts'

/** The first exchange that differs from the baseline, with the difference marked. */
export function ExchangeView({ exchange }: { readonly exchange: FirstDifference }) {
  const { request, test, baseline, here, explanation } = exchange
  const [usual, changed] = compareTexts(baseline?.body ?? '', here.body)
  return (
    <section class="stack" aria-label="First exchange that differs">
      <h3>First exchange that differs</h3>
      <p>
        <code>{request}</code>
        {test !== null && <span class="small faint"> in {test}</span>}
      </p>
      <dl class="tolerance-exchange">
        {baseline !== null && (
          <>
            <dt>baseline</dt>
            <ResponseView response={baseline} parts={usual} />
          </>
        )}
        <dt>here</dt>
        <ResponseView response={here} parts={baseline === null ? [] : changed} />
      </dl>
      {explanation !== '' && (
        <p class="small faint">
          <TextWithCode text={explanation} />
        </p>
      )}
    </section>
  )
}

type ResponseProps = {
  readonly response: ShownResponse
  /** The parts of its body, if there is another one to compare it with. */
  readonly parts: readonly TextPart[]
}

/** Whether a part only differs because the report does not have the rest of the body. */
const isCutOff = (parts: readonly TextPart[], at: number) =>
  at === parts.length - 2 && parts.at(-1)?.text === '…'

const ResponseView = ({ response: { status, body }, parts }: ResponseProps) => (
  <dd>
    <code>
      <b>{status ?? 'no response'}</b>{' '}
      {parts.length === 0
        ? body
        : parts.map(({ text, differs }, at) =>
            differs && !isCutOff(parts, at) ? <mark key={at}>{text}</mark> : text,
          )}
    </code>
  </dd>
)
