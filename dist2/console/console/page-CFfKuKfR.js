import{N as e,a as t,b as n,f as r,h as i,r as a,s as o,t as s,y as c}from"./platform-Bmqg5Udk.js";import{c as l,g as u,h as d,n as f,r as p,t as m}from"./index-DURjURCU.js";import{t as h}from"./code-DsUjbeCc.js";import{t as g}from"./breakable-PBTarPjL.js";import{n as _}from"./copy-button-04VRtS9g.js";import{t as v}from"./tabs-qmGquLUT.js";var y=()=>n(`svg`,{class:`sign`,viewBox:`0 0 16 16`,width:`14`,height:`14`,"aria-hidden":`true`,children:[n(`rect`,{x:`2`,y:`2`,width:`8.5`,height:`8.5`,rx:`1.5`}),n(`path`,{d:`M13 5.5v6a1.5 1.5 0 0 1-1.5 1.5h-6`})]});function b({text:e,what:t,shown:r=e}){let{said:i,copy:a,forget:o}=_(e),s=`Copy ${t}`;return n(`span`,{class:`copied-text`,onPointerLeave:o,onFocusOut:o,children:[n(`button`,{type:`button`,title:s,"aria-label":`${r}: ${s}`,onClick:a,children:[n(`code`,{class:r===e?``:`short`,children:n(g,{text:r})}),n(`span`,{"aria-hidden":`true`,class:`copied-sign`,children:i||n(y,{})})]}),n(`span`,{class:`unseen`,role:`status`,children:i})]})}var x=({users:e})=>n(`section`,{class:`stack`,"aria-labelledby":`users`,children:[n(`h2`,{id:`users`,children:`Who can sign in`}),n(p,{caption:`Users and their passwords`,rows:e,keyOf:({email:e})=>e,empty:n(u,{title:`Nobody can sign in`}),columns:[{label:`Email`,cell:({email:e})=>n(b,{text:e,what:`the email ${e}`})},{label:`Password`,cell:({email:e,password:t})=>n(b,{text:t,what:`the password of ${e}`})}]})]}),S={full:`every scope`,disabled:`switched off, so refused`,expired:`run out, so refused`},C=({keys:t})=>n(`section`,{class:`stack`,"aria-labelledby":`keys`,children:[n(`h2`,{id:`keys`,children:`API keys`}),n(p,{caption:`API keys and what they are for`,rows:Object.entries(t),keyOf:([e])=>e,empty:n(u,{title:`There are no keys`}),columns:[{label:`Key`,cell:([t])=>n(e,{children:[t,` `,n(`span`,{class:`faint note`,children:S[t]??`this scope alone`})]})},{label:`Value`,cell:([e,t])=>n(b,{text:t,what:`the key ${e}`,shown:`${t.slice(0,10)}…`})}]})]}),w=e=>T(e).filter(({name:t})=>t!==`Playwright`||!e.isVisited),T=e=>[{name:`curl`,about:`A turn, cut after two seconds and resumed.`,text:O(e)},{name:`MSW`,about:`The same platform inside of your page, without a server.`,text:k(e)},{name:`Playwright`,about:`Each test gets a world of its own on this server.`,text:A(e)}],E=`Where is my order?`,D=({account:e})=>e?.users[0]??{email:`YOUR EMAIL`,password:`YOUR PASSWORD`},O=e=>`URL=${j(e.root)}
AUTH=${j(`authorization: Bearer ${e.account?.keys.full??`YOUR API KEY`}`)}
JSON='content-type: application/json'
CHAT=$(curl -s "$URL/api/conversations" -H "$AUTH" -H "$JSON" -d '{}' \\
  | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')

curl -N --max-time 2 "$URL/api/react" -H "$AUTH" -H "$JSON" \\
  -d "{\\"q\\": \\"${E}\\", \\"conversation_id\\": \\"$CHAT\\"}"

# The turn went on without you. Read on behind any cursor; -1 is all of it.
curl -N "$URL/api/chat/resume" -H "$AUTH" -H "$JSON" \\
  -d "{\\"conversation_id\\": \\"$CHAT\\", \\"cursor\\": -1}"
`;function k(e){let{fixture:t=`demo`,profile:n=`documented`,seed:r=`understudy`}=e.account??{},{email:i,password:a}=D(e),o=n===`deployed-0.8`,s=[`fixture`,`scenarios`,...r===`understudy`?[]:[`seed: ${M(r)}`],...o?[`profile: readProfile(deployed)`]:[]];return`// npm install --save-dev msw understudy && npx understudy init public
import { setupWorker } from 'msw/browser'
import { createFake${o?`, readProfile`:``} } from 'understudy'
import fixture from 'understudy/fixtures/${t}.json'
import { handlers } from 'understudy/msw'${o?`
import deployed from 'understudy/profiles/deployed-0.8.json'`:``}
import scenarios from 'understudy/scenarios.json'

const fake = createFake({ ${s.join(`, `)} })
export const worker = setupWorker(...handlers(fake, { baseUrl: '/' }))
await worker.start({ onUnhandledFrame: 'bypass' })

await fetch('/api/auth/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${N({email:i,password:a})}),
})
`}function A(e){let{account:t,server:n,guarded:r}=e,{fixture:i=`demo`,profile:a=`documented`,seed:o}=t??{},s=r?`, token: process.env.UNDERSTUDY_TOKEN`:``,c={fixture:i,profile:a,...o!==void 0&&{seed:o}};return`import { expect, test } from 'understudy/playwright'

test.use({
  fakeServer: { url: ${M(n)}${s} },
  fakeWorld: ${N(c)},
  fakeApp: { calls: /\\/api\\// }, // what your app asks of its own origin
})

test('asks to sign in again', async ({ page, fake }) => {
  await fake.signIn(page, ${N(D(e))})
  await fake.clock.advance('3h')
  await page.goto('http://localhost:5173')
  await expect(page.getByText('Please sign in')).toBeVisible()
})
`}var j=e=>/^[\w./:@-]+$/.test(e)?e:`'${e.replaceAll(`'`,String.raw`'\''`)}'`,M=e=>`'${JSON.stringify(e).slice(1,-1).replaceAll(String.raw`\"`,`"`).replaceAll(`'`,String.raw`\'`)}'`,N=e=>`{ ${Object.entries(e).map(([e,t])=>`${e}: ${M(t)}`).join(`, `)} }`;function P(){let i=t(),{control:a,hasControl:s,access:c,accountPath:l}=i,{answer:u,error:d}=f(async e=>{if(s)return await a.get(`clock`,e),a.get(l,e)},[a,s,l]);return n(e,{children:[n(L,{platform:i,account:u}),d!==void 0&&n(r,{tone:`bad`,children:d.message}),n(`div`,{class:`start-columns`,children:[u!==void 0&&n(`div`,{class:`stack start-column`,children:[n(x,{users:u.users}),n(C,{keys:u.keys})]}),c===`needs-token`&&n(F,{}),n(R,{platform:i,account:u})]}),s&&!o&&n(`section`,{class:`stack`,"aria-labelledby":`worlds`,children:[n(`h2`,{id:`worlds`,children:`Worlds`}),n(`p`,{class:`faint small`,children:[`A world is a platform of its own: its records, clock, faults and journal. Calls name it by their base URL, or by the header `,n(`code`,{children:`x-understudy-world`}),`.`]}),n(m,{most:20})]})]})}var F=()=>n(`section`,{class:`card stack`,"aria-labelledby":`steer`,children:[n(`h2`,{id:`steer`,children:`Steer it`}),n(`p`,{class:`small`,children:[`Who has the token that the server was started with, `,n(`code`,{children:`--control-token`}),`, sees all pages: what the platform holds, what it was asked, its clock and its faults.`]}),n(d,{})]}),I=({root:e},t)=>o&&t!==void 0?a(t.name):e;function L({platform:e,account:t}){let{base:r,hasControl:a,guarded:u}=e,d=I(e,t);return n(`section`,{class:`card address`,"aria-labelledby":`address`,children:[n(`div`,{class:`stack`,children:[n(`h2`,{id:`address`,class:`faint small`,children:`Base URL`}),n(`p`,{class:`address-line`,children:n(b,{text:d,what:`the base URL`})}),o&&t!==void 0&&n(`p`,{class:`faint small`,children:`It leads to your world, and nobody else has it: whoever does can call there.`}),t!==void 0&&n(`p`,{class:`row row-middle`,children:[!o&&n(l,{children:[`world `,t.name]}),n(l,{children:[`fixture `,t.fixture]}),n(l,{children:[`plays `,t.profile]}),t.speed!==1&&n(l,{tone:`info`,children:[`speed `,t.speed]}),t.time.frozen&&n(l,{tone:`warn`,children:`time stands still`})]})]}),n(`p`,{class:`row row-middle`,children:[n(`a`,{class:`button button-primary`,href:i(`chat`),children:`Ask it something`}),n(`a`,{class:`button`,href:new URL(`openapi.json`,r).href,children:`OpenAPI`}),a&&u&&n(c,{onClick:s,children:`Forget the token`})]})]})}function R({platform:e,account:t}){let r={root:I(e,t),server:a(void 0),isVisited:o,account:t,guarded:e.guarded};return n(`section`,{class:`stack`,"aria-labelledby":`ways`,children:[n(`h2`,{id:`ways`,children:o?`Ways in`:`Three ways in`}),n(v,{label:`Ways in`,tabs:w(r).map(({name:e,about:t,text:r})=>({name:e,content:n(`div`,{class:`stack`,children:[n(`p`,{class:`faint small`,children:t}),n(h,{text:r,label:`the ${e} example`})]})}))})]})}export{P as StartPage};