import { hrefOf } from '../../app/location.ts'
import { lock, type Platform, worldUrl, usePlatform } from '../../app/platform.ts'
import { UnlockForm } from '../../app/unlock-form.tsx'
import { useAsyncValue } from '../../control/hooks.ts'
import { isDemo } from '../../app/visitor.ts'
import type { WorldAccount } from '../../control/answers.ts'
import { WorldList } from '../../app/worlds.tsx'
import { Badge, Notice, EmptyState } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Code, CopyableText } from '../../ui/copy.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { createSnippets } from './snippets.ts'
import './start.css'
import { Table } from '../../ui/table.tsx'

/** Where the platform is, who can sign in, and how to begin. */
export function StartPage() {
  const platform = usePlatform()
  const { control, hasControl, access, worldInfoPath: accountPath } = platform
  const { answer: account, error } = useAsyncValue(
    async (signal) => {
      if (!hasControl) return undefined
      // A world is made when it is first called; to ask what it is does not make it.
      await control.get('clock', signal)
      return control.get<WorldAccount>(accountPath, signal)
    },
    [control, hasControl, accountPath],
  )
  return (
    <>
      <Address platform={platform} account={account} />
      {error !== undefined && <Notice tone="bad">{error.message}</Notice>}
      <div class="start-columns">
        {account !== undefined && (
          <div class="stack start-column">
            <UserTable users={account.users} />
            <KeyTable keys={account.keys} />
          </div>
        )}
        {access === 'needs-token' && <UnlockSection />}
        <SnippetTabs platform={platform} account={account} />
      </div>
      {hasControl && !isDemo && (
        <section class="stack" aria-labelledby="worlds">
          <h2 id="worlds">Worlds</h2>
          <p class="faint small">
            A world is a platform of its own: its records, clock, faults and journal. Calls name it
            by their base URL, or by the header <code>x-understudy-world</code>.
          </p>
          <WorldList limit={20} />
        </section>
      )}
    </>
  )
}

const UnlockSection = () => (
  <section class="card stack" aria-labelledby="steer">
    <h2 id="steer">Steer it</h2>
    <p class="small">
      Who has the token that the server was started with, <code>--control-token</code>, sees all
      pages: what the platform holds, what it was asked, its clock and its faults.
    </p>
    <UnlockForm />
  </section>
)

/** The base URL of the world; a visitor's own page calls without it, by cookie. */
const shownBaseUrl = ({ root }: Platform, account: WorldAccount | undefined) =>
  isDemo && account !== undefined ? worldUrl(account.name) : root

type WorldProps = { readonly platform: Platform; readonly account: WorldAccount | undefined }

function Address({ platform, account }: WorldProps) {
  const { base, hasControl, isTokenProtected: guarded } = platform
  const root = shownBaseUrl(platform, account)
  return (
    <section class="card address" aria-labelledby="address">
      <div class="stack">
        <h2 id="address" class="faint small">
          Base URL
        </h2>
        <p class="address-line">
          <CopyableText text={root} what="the base URL" />
        </p>
        {isDemo && account !== undefined && (
          <p class="faint small">
            It leads to your world, and nobody else has it: whoever does can call there.
          </p>
        )}
        {account !== undefined && (
          <p class="row row-middle">
            {!isDemo && <Badge>world {account.name}</Badge>}
            <Badge>fixture {account.fixture}</Badge>
            <Badge>plays {account.profile}</Badge>
            {account.speed !== 1 && <Badge tone="info">speed {account.speed}</Badge>}
            {account.time.frozen && <Badge tone="warn">time stands still</Badge>}
          </p>
        )}
      </div>
      <p class="row row-middle">
        <a class="button button-primary" href={hrefOf('chat')}>
          Ask it something
        </a>
        <a class="button" href={new URL('openapi.json', base).href}>
          OpenAPI
        </a>
        {hasControl && guarded && <Button onClick={lock}>Forget the token</Button>}
      </p>
    </section>
  )
}

function SnippetTabs({ platform, account }: WorldProps) {
  const known = {
    root: shownBaseUrl(platform, account),
    server: worldUrl(undefined),
    isVisited: isDemo,
    account,
    guarded: platform.isTokenProtected,
  }
  return (
    <section class="stack" aria-labelledby="ways">
      <h2 id="ways">{isDemo ? 'Ways in' : 'Three ways in'}</h2>
      <Tabs
        label="Ways in"
        tabs={createSnippets(known).map(({ name, about, text }) => ({
          name,
          content: (
            <div class="stack">
              <p class="faint small">{about}</p>
              <Code text={text} label={`the ${name} example`} />
            </div>
          ),
        }))}
      />
    </section>
  )
}

/** Who can sign in. */
export const UserTable = ({ users }: Pick<WorldAccount, 'users'>) => (
  <section class="stack" aria-labelledby="users">
    <h2 id="users">Who can sign in</h2>
    <Table
      caption="Users and their passwords"
      rows={users}
      keyOf={({ email }) => email}
      empty={<EmptyState title="Nobody can sign in" />}
      columns={[
        {
          label: 'Email',
          cell: ({ email }) => <CopyableText text={email} what={`the email ${email}`} />,
        },
        {
          label: 'Password',
          cell: ({ email, password }) => (
            <CopyableText text={password} what={`the password of ${email}`} />
          ),
        },
      ]}
    />
  </section>
)

/** What keys of a fixture are made for that are not named after their one scope. */
const keyUses: Readonly<Record<string, string>> = {
  full: 'every scope',
  disabled: 'switched off, so refused',
  expired: 'run out, so refused',
}

/** With which keys one can call. */
export const KeyTable = ({ keys }: Pick<WorldAccount, 'keys'>) => (
  <section class="stack" aria-labelledby="keys">
    <h2 id="keys">API keys</h2>
    <Table
      caption="API keys and what they are for"
      rows={Object.entries(keys)}
      keyOf={([name]) => name}
      empty={<EmptyState title="There are no keys" />}
      columns={[
        {
          label: 'Key',
          cell: ([name]) => (
            <>
              {name} <span class="faint note">{keyUses[name] ?? 'this scope alone'}</span>
            </>
          ),
        },
        {
          label: 'Value',
          cell: ([name, value]) => (
            <CopyableText text={value} what={`the key ${name}`} shown={`${value.slice(0, 10)}…`} />
          ),
        },
      ]}
    />
  </section>
)
