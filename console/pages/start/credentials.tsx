import type { WorldAccount } from '../../app/world-outline.ts'
import { CopiedText } from '../../ui/copied-text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Table } from '../../ui/table.tsx'

/** Who can sign in. */
export const Users = ({ users }: Pick<WorldAccount, 'users'>) => (
  <section class="stack" aria-labelledby="users">
    <h2 id="users">Who can sign in</h2>
    <Table
      caption="Users and their passwords"
      rows={users}
      keyOf={({ email }) => email}
      empty={<Empty title="Nobody can sign in" />}
      columns={[
        {
          label: 'Email',
          cell: ({ email }) => <CopiedText text={email} what={`the email ${email}`} />,
        },
        {
          label: 'Password',
          cell: ({ email, password }) => (
            <CopiedText text={password} what={`the password of ${email}`} />
          ),
        },
      ]}
    />
  </section>
)

/** What keys of a fixture are made for that are not named after their one scope. */
const uses: Readonly<Record<string, string>> = {
  full: 'every scope',
  disabled: 'switched off, so refused',
  expired: 'run out, so refused',
}

/** With which keys one can call. */
export const Keys = ({ keys }: Pick<WorldAccount, 'keys'>) => (
  <section class="stack" aria-labelledby="keys">
    <h2 id="keys">API keys</h2>
    <Table
      caption="API keys and what they are for"
      rows={Object.entries(keys)}
      keyOf={([name]) => name}
      empty={<Empty title="There are no keys" />}
      columns={[
        {
          label: 'Key',
          cell: ([name]) => (
            <>
              {name} <span class="faint note">{uses[name] ?? 'this scope alone'}</span>
            </>
          ),
        },
        {
          label: 'Value',
          cell: ([name, value]) => (
            <CopiedText text={value} what={`the key ${name}`} shown={`${value.slice(0, 10)}…`} />
          ),
        },
      ]}
    />
  </section>
)
