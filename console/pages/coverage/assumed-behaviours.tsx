import type { ReliedOnChoice } from '../../../contract/control/journal.ts'
import { hrefOf } from '../../app/location.ts'
import { EmptyState, GradeBadge } from '../../ui/feedback.tsx'
import { useRoving } from '../../ui/roving.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { TextWithCode } from '../../ui/text.tsx'

type AssumedBehavioursProps = { readonly choices: readonly ReliedOnChoice[] }

/** The behaviours that the calls relied on, although another deployment may not share them. */
export const AssumedBehaviours = ({ choices }: AssumedBehavioursProps) => (
  <section class="stack" aria-labelledby="coverage-assumed">
    <h2 id="coverage-assumed" tabIndex={-1}>
      Assumed behaviours
    </h2>
    <p class="faint small">
      Behaviours that the calls relied on, although the specification leaves them open or
      contradicts them. Another deployment may behave differently.
    </p>
    <div {...useRoving<HTMLDivElement>('tbody a')}>
      <Table
        caption="Assumed behaviours and the calls that relied on them"
        columns={columns}
        rows={sortByRisk(choices)}
        keyOf={({ choice, option }) => `${choice} ${option}`}
        empty={<EmptyState title="None">No call relied on unspecified behaviour.</EmptyState>}
      />
    </div>
  </section>
)

/** The behaviours that another deployment may not share: deviations first, then by calls. */
const sortByRisk = (choices: readonly ReliedOnChoice[]) =>
  choices
    .filter(({ grade }) => grade !== 'specified')
    .toSorted(
      (a, b) =>
        Number(b.grade === 'deviates') - Number(a.grade === 'deviates') || b.calls - a.calls,
    )

const columns: readonly Column<ReliedOnChoice>[] = [
  {
    label: 'Choice',
    cell: ({ choice, question }) => (
      <>
        <a href={hrefOf('choices', { id: choice })}>{choice}</a>
        <div class="faint small">
          <TextWithCode text={question} />
        </div>
      </>
    ),
  },
  {
    label: 'Picked option',
    cell: ({ says, grade }) => (
      <>
        <TextWithCode text={says} /> <GradeBadge grade={grade} />
      </>
    ),
  },
  { label: 'Section', cell: ({ clause }) => clause },
  { label: 'Calls', numeric: true, cell: ({ calls }) => calls },
  {
    label: 'First calls',
    cell: ({ first }) => (
      <span class="coverage-first">
        {first.map(({ world, number }) => (
          <a
            key={`${world} ${number}`}
            href={hrefOf('journal', { ...worldParam(world), call: `${number}` })}
            title={`Call ${number} of the world ${world}`}
          >
            #{number}
          </a>
        ))}
      </span>
    ),
  },
]

const worldParam = (world: string) => ({ world: world === 'default' ? undefined : world })
