import type { CallRecord, ShownBody } from '../../control/answers.ts'
import { Code } from '../../ui/code.tsx'

/** What was sent and what was answered; secrets are masked by the server. */
export const Exchange = ({ call }: { readonly call: CallRecord }) => (
  <div class="stack">
    <h3>Sent</h3>
    <Code label="headers sent" text={headersIn(call)} wrap />
    <Body label="body sent" body={call.request.body} />
    <h3>Answered</h3>
    <Body label="body answered" body={call.response.body} />
  </div>
)

const headersIn = ({ request }: CallRecord) =>
  Object.entries(request.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

function Body({ label, body }: { readonly label: string; readonly body: ShownBody | null }) {
  if (body === null || body.text === '') return <p class="faint small">No body is kept.</p>
  return (
    <>
      <Code label={label} text={readable(body.text)} wrap />
      {body.length > body.text.length && (
        <p class="faint small">
          The beginning of {body.length.toLocaleString('en-GB')} characters.
        </p>
      )}
    </>
  )
}

/** JSON with its lines; any other text, as one that breaks off, as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
