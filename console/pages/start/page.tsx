import { hrefOf } from '../../app/location.ts'
import { lock, type Platform, rootOf, usePlatform } from '../../app/platform.ts'
import { Unlock } from '../../app/unlock.tsx'
import { useAnswer } from '../../app/use-answer.ts'
import { isVisited } from '../../app/visitor.ts'
import type { WorldAccount } from '../../app/world-outline.ts'
import { Worlds } from '../../app/worlds.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { CopiedText } from '../../ui/copied-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Keys, Users } from './credentials.tsx'
import { waysInto } from './snippets.ts'
import './start.css'

/** Where the platform is, who can sign in, and how to begin. */
export function StartPage() {
  const platform = usePlatform()
  const { control, hasControl, access, accountPath } = platform
  const { answer: account, error } = useAnswer(
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
            <Users users={account.users} />
            <Keys keys={account.keys} />
          </div>
        )}
        {access === 'needs-token' && <Steer />}
        <Ways platform={platform} account={account} />
      </div>
      {hasControl && !isVisited && (
        <section class="stack" aria-labelledby="worlds">
          <h2 id="worlds">Worlds</h2>
          <p class="faint small">
            A world is a platform of its own: its records, clock, faults and journal. Calls name it
            by their base URL, or by the header <code>x-understudy-world</code>.
          </p>
          <Worlds most={20} />
        </section>
      )}
    </>
  )
}

const Steer = () => (
  <section class="card stack" aria-labelledby="steer">
    <h2 id="steer">Steer it</h2>
    <p class="small">
      Who has the token that the server was started with, <code>--control-token</code>, sees all
      pages: what the platform holds, what it was asked, its clock and its faults.
    </p>
    <Unlock />
  </section>
)

/** The base URL of the world; a visitor's own page calls without it, by cookie. */
const rootIn = ({ root }: Platform, account: WorldAccount | undefined) =>
  isVisited && account !== undefined ? rootOf(account.name) : root

type Shown = { readonly platform: Platform; readonly account: WorldAccount | undefined }

function Address({ platform, account }: Shown) {
  const { base, hasControl, guarded } = platform
  const root = rootIn(platform, account)
  return (
    <section class="card address" aria-labelledby="address">
      <div class="stack">
        <h2 id="address" class="faint small">
          Base URL
        </h2>
        <p class="address-line">
          <CopiedText text={root} what="the base URL" />
        </p>
        {isVisited && account !== undefined && (
          <p class="faint small">
            It leads to your world, and nobody else has it: whoever does can call there.
          </p>
        )}
        {account !== undefined && (
          <p class="row row-middle">
            {!isVisited && <Badge>world {account.name}</Badge>}
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

function Ways({ platform, account }: Shown) {
  const known = {
    root: rootIn(platform, account),
    server: rootOf(undefined),
    isVisited,
    account,
    guarded: platform.guarded,
  }
  return (
    <section class="stack" aria-labelledby="ways">
      <h2 id="ways">{isVisited ? 'Ways in' : 'Three ways in'}</h2>
      <Tabs
        label="Ways in"
        tabs={waysInto(known).map(({ name, about, text }) => ({
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
