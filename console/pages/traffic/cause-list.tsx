import { host } from '../../app/host.ts'
import { hrefOf } from '../../app/location.ts'
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import type { ReadResult } from './reading/messages.ts'
import type { Cause } from './reading/recorded-traffic.ts'
import { formatCount } from '../../../contract/format-count.ts'

type NumberedCause = { readonly at: number; readonly cause: Cause }
type CausesOfRule = readonly [NumberedCause, ...NumberedCause[]]

const judgedBy = ({ judged, rules }: ReadResult) =>
  `${formatCount(judged, 'exchange was', 'exchanges were')} judged by ${rules.reached} of ${rules.of} rules`

/** Lists what the conformance rules found in the recording: each cause once, below its rule. */
export function CauseList({ result }: { readonly result: ReadResult }) {
  const { causes, judged } = result
  if (causes.length === 0)
    return judged === 0 ? (
      <EmptyState title="No exchange could be judged">
        The rules judge calls of the platform, below <code>/api/</code>, whose bodies were recorded.
      </EmptyState>
    ) : (
      <EmptyState title="No rule is broken">{judgedBy(result)}.</EmptyState>
    )
  const all = causes.map((cause, at) => ({ cause, at }))
  const groups = groupByRule(all).toSorted(
    (one, other) =>
      levelRank(one) - levelRank(other) || countExchanges(other) - countExchanges(one),
  )
  return (
    <div class="stack">
      <p>
        {judgedBy(result)} of the{' '}
        {host.isProxy === true ? (
          'conformance suite'
        ) : (
          <a href={hrefOf('judge')}>conformance suite</a>
        )}
        . Each cause is listed once.
      </p>
      {groups.map((group) => (
        <CauseGroup key={group[0].cause.rule} group={group} />
      ))}
    </div>
  )
}

const levelRank = ([first]: CausesOfRule) => (first.cause.level === 'must' ? 0 : 1)

const countExchanges = (group: readonly NumberedCause[]) =>
  group.reduce((sum, { cause }) => sum + cause.exchanges.length, 0)

function CauseGroup({ group }: { readonly group: CausesOfRule }) {
  const [first] = group
  const { rule, says, clause } = first.cause
  return (
    <section class="card stack" aria-label={rule}>
      <h2 class="traffic-rule">
        <LevelBadge cause={first.cause} /> <TextWithCode text={says} />
      </h2>
      <p class="small faint">
        <code>{rule}</code> · section {clause}
      </p>
      <ul class="traffic-causes" aria-label={`Causes of ${rule}`}>
        {group.map(({ cause, at }) => (
          <li key={at} class="stack">
            <CauseFacts at={at} cause={cause} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const LevelBadge = ({ cause }: { readonly cause: Cause }) => (
  <Badge tone={cause.level === 'must' ? 'bad' : 'warn'}>
    {cause.level === 'must' ? 'fail' : 'warn'}
  </Badge>
)

/** The findings of one exchange, one for each rule. Each expands to show what the rule expected. */
export const FindingsOfExchange = ({ causes }: { readonly causes: readonly NumberedCause[] }) => (
  <ul class="traffic-causes" aria-label="Findings of this exchange">
    {groupByRule(causes).map(([first, ...others]) => (
      <li key={first.cause.rule}>
        <details>
          <summary>
            <LevelBadge cause={first.cause} />{' '}
            <b>
              <TextWithCode text={first.cause.says} />
            </b>{' '}
            {others.length > 0 && <span class="faint">{others.length + 1} causes</span>}
          </summary>
          <p class="small faint">
            <code>{first.cause.rule}</code> · section {first.cause.clause}
          </p>
          {[first, ...others].map(({ cause, at }) => (
            <CauseFacts key={at} at={at} cause={cause} />
          ))}
        </details>
      </li>
    ))}
  </ul>
)

/** The causes in groups of the same rule. */
const groupByRule = (causes: readonly NumberedCause[]): readonly CausesOfRule[] =>
  [...Map.groupBy(causes, ({ cause }) => cause.rule).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  )

/** Shows what a cause expected and got, with a link to the exchanges that show the cause. */
function CauseFacts({ at, cause }: NumberedCause) {
  const { operation, expected, got, exchanges, first } = cause
  const count = formatCount(exchanges.length, 'exchange')
  const entry = exchanges.length === 1 ? String(first) : undefined
  return (
    <>
      <p class="small">
        <code>{operation}</code> ·{' '}
        <a href={hrefOf('traffic', { finding: String(at), entry })}>{count}</a>
      </p>
      <dl class="traffic-compare small">
        <dt>Expected</dt>
        <dd>{expected}</dd>
        <dt>Got{exchanges.length > 1 && ' first'}</dt>
        <dd>{got}</dd>
      </dl>
    </>
  )
}
