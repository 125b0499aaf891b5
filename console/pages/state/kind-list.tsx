import { go, hrefOf } from '../../app/location.ts'
import type { KindList } from '../../control/answers.ts'
import { SelectField } from '../../ui/field.tsx'
import { inOrder, kindOf } from './kinds.ts'

type KindListProps = { readonly kinds: KindList['kinds']; readonly current: string }

/** All kinds of records with how many there are: a list, or where that is too wide one to pick from. */
export function Kinds({ kinds, current }: KindListProps) {
  const rows = inOrder(kinds)
  return (
    <>
      <nav class="state-kinds" aria-label="Kinds of records">
        {rows.map(({ kind, total }) => (
          <a
            key={kind}
            href={hrefOf('state', { kind })}
            aria-current={kind === current ? 'true' : undefined}
          >
            {kindOf(kind).label} <span class="faint">{total}</span>
          </a>
        ))}
      </nav>
      <div class="state-kind">
        <SelectField
          label="Kind of record"
          value={current}
          onValue={(kind) => go('state', { kind })}
          options={rows.map(({ kind, total }) => [kind, `${kindOf(kind).label} (${total})`])}
        />
      </div>
    </>
  )
}
