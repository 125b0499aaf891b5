import { hrefOf } from '../../app/location.ts'
import { lock, type Platform, worldUrl, usePlatform } from '../../app/platform.ts'
import { UnlockForm } from '../../app/unlock-form.tsx'
import { useWorldDetails } from '../../control/hooks.ts'
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
  const { hasControl, access } = platform
  const { data: details, error } = useWorldDetails()
  return (
    <>
      <Address platform={platform} details={details} />
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      <div class="start-columns">
        {details !== undefined && (
          <div class="stack start-column">
            <UserTable users={details.users} />
            <KeyTable keys={details.keys} />
          </div>
        )}
        {access === 'needs-token' && <UnlockSection />}
        <SnippetTabs platform={platform} details={details} />
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
const shownBaseUrl = ({ root }: Platform, details: WorldAccount | undefined) =>
  isDemo && details !== undefined ? worldUrl(details.name) : root

type WorldProps = { readonly platform: Platform; readonly details: WorldAccount | undefined }

function Address({ platform, details }: WorldProps) {
  const { base, hasControl, isTokenProtected } = platform
  const root = shownBaseUrl(platform, details)
  return (
    <section class="card address" aria-labelledby="address">
      <div class="stack">
        <h2 id="address" class="faint small">
          Base URL
        </h2>
        <p class="address-line">
          <CopyableText text={root} what="the base URL" />
        </p>
        {isDemo && details !== undefined && (
          <p class="faint small">
            It leads to your world, and nobody else has it: whoever does can call there.
          </p>
        )}
        {details !== undefined && (
          <p class="row row-middle">
            {!isDemo && <Badge>world {details.name}</Badge>}
            <Badge>fixture {details.fixture}</Badge>
            <Badge>plays {details.profile}</Badge>
            {details.speed !== 1 && <Badge tone="info">speed {details.speed}</Badge>}
            {details.time.frozen && <Badge tone="warn">time stands still</Badge>}
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
        {hasControl && isTokenProtected && <Button onClick={lock}>Forget the token</Button>}
      </p>
    </section>
  )
}

function SnippetTabs({ platform, details }: WorldProps) {
  const known = {
    root: shownBaseUrl(platform, details),
    server: worldUrl(undefined),
    isVisited: isDemo,
    details,
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
