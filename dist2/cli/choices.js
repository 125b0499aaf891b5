import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
import{loadProfile}from"./chunk-SHP5WHNN.js";import"./chunk-47G7234J.js";import"./chunk-AR5WYGKV.js";import{picksAt}from"./chunk-E4EVPYFM.js";import{choiceIds,choices}from"./chunk-OHD4E3JS.js";import"./chunk-6PF53LDK.js";import{readFlags}from"./chunk-S3COQ2HN.js";import"./chunk-GQBT3Y27.js";import"./chunk-L4TS4LIT.js";import{writeFile}from"node:fs/promises";var silences=[{clause:"2.5",open:"the whole record of a conversation",choices:["conversations.created-shape","conversations.kb-ids","records.empty-fields"]},{clause:"2.6",open:"required fields of a chat request, and their values",choices:["chat.query","turn.unknown-agent","turn.without-conversation"]},{clause:"2.7",open:"the fields of the user object",played:"every field that a known deployment sends and a web client reads"},{clause:"2.8",open:"the records of agents and knowledge bases",played:"every field that a known deployment sends and a web client reads"},{clause:"3",open:"the effect of a passed expiry on a key",choices:["auth.expired-key"]},{clause:"3",open:"the further states of a confirmation",played:"approved, rejected and expired, none of which changes again"},{clause:"3",open:"states of conversations, agents and knowledge bases",played:"active and archived; draft and published; active or not"},{clause:"4.1",open:"the field of a key that carries its expiry",choices:["keys.expiry-field"]},{clause:"4.1",open:"the answer to the creation of a key",choices:["keys.creation-shape","keys.creation-status","keys.creation-record"]},{clause:"4.1",open:"the deletion of a key",choices:["keys.delete-operation"]},{clause:"4.2",open:"further body fields of react",played:"the same seven as for dag, each checked"},{clause:"4.2",open:"request and response of auto",choices:["auth.auto-body-token","chat.routing-event"]},{clause:"4.2",open:"purpose, request and response of inject",choices:["chat.inject-without-turn"]},{clause:"4.3",open:"the values of mode",choices:["conversations.modes"]},{clause:"4.3",open:"the string parameter of the conversation list",choices:["conversations.search-parameter","conversations.order"]},{clause:"4.4",open:"request and response of retrieve",played:"`query` and `top_k` in; passages with their source and score out"},{clause:"4.4, 4.5",open:"further query parameters of the agent and knowledge base lists",played:"`status` of agents; others are ignored"},{clause:"4.6",open:"the response of verify",choices:["operations.auth-verify"]},{clause:"4.6",open:"the response of refresh",choices:["refresh.shape","refresh.rotation"]},{clause:"4.7",open:"bodies and responses of connectors and their toggle",choices:["connections.of-others","connectors.missing-base-url"]},{clause:"4.7",open:"body and response of the credentials of an MCP server",choices:["mcp-servers.stored-credentials"]},{clause:"4.7",open:"bodies and responses of channels and their callback",choices:["channels.organization","channels.envelope","channels.creation-status"]},{clause:"4.7",open:"bodies, responses and events of workflows, and what a batch counts",choices:["workflows.batch-counts","workflows.run-started"]},{clause:"5",open:"how several scopes are written",choices:["scopes.separator"]},{clause:"5",open:"the scope of unlisted operations",choices:["scopes.unlisted"]},{clause:"6",open:"payloads of step, step_progress, phase, compact and title",choices:["events.extra-fields","events.tool-selection","events.title"]},{clause:"6",open:"the fields of done, usage included",played:"answer, tokens, elapsed, usage and cache; iterations or rounds"},{clause:"6",open:"the place of a cursor",choices:["events.cursor-carrier"]},{clause:"6",open:"outbound webhooks",excluded:"the specification names no way to register one"},{clause:"7",open:"statuses of invalid_token and token_expired",choices:["errors.invalid-token-status","errors.token-expired-status"]},{clause:"7",open:"the body of a quota error",choices:["errors.limit-codes"]},{clause:"8",open:"quota amounts of plans",excluded:"no operation names a plan"},{clause:"8",open:"the size of a body and the length of a query",choices:["chat.query-length"]},{clause:"9",open:"the length of a migration period",excluded:"nothing of it is on the wire"}];var choicesHelp=`understudy choices: every point at which deployments can differ

  --profile NAME|FILE the picks to mark (documented)
  --md                as Markdown
  --out FILE          into a file instead of on standard output
`,flags={profile:{type:"string",default:"documented"},md:{type:"boolean",default:!1},out:{type:"string"},help:{type:"boolean",short:"h",default:!1}};async function printChoices(argv,io){let given=readFlags(argv,flags);if(given.help)return io.stdout.write(choicesHelp),0;let text=given.md?choicesMarkdown():choicesText(await loadProfile(given.profile));return given.out===void 0?io.stdout.write(text):await writeFile(given.out,text),0}function choicesText(profile){let picks=picksAt(profile);return`${choiceIds.map(id=>{let options=Object.entries(choices[id].options).map(([option,{grade,says}])=>`    ${picks[id].option===option?"\u25CF":"\u25CB"} ${option} (${grade}): ${says}`);return`${id}
  ${choices[id].question} [${choices[id].clause}]
${options.join(`
`)}`}).join(`

`)}
`}var families=[...new Set(choiceIds.map(id=>id.split(".")[0]??id))];function choicesMarkdown(){let counts=new Map;for(let id of choiceIds)for(let{grade}of Object.values(choices[id].options))counts.set(grade,(counts.get(grade)??0)+1);let sections=families.map(family=>{let ids=choiceIds.filter(id=>id.startsWith(`${family}.`));return`## ${family}

${ids.map(row).join(`

`)}`});return`# Choices

Every point at which deployments can differ: ${choiceIds.length} choices. Generated from \`contract/choices/\` by \`npm run understudy -- choices --md --out docs/choices.md\`.

An option is **specified** (the specification says so), **open** (it leaves room for it: ${counts.get("open")??0} options) or **deviates** (it contradicts it: ${counts.get("deviates")??0}). The default stands first, in bold.

${sections.join(`

`)}

## What the specification does not show

| Clause | Left open | Became |
|---|---|---|
${silences.map(silenceRow).join(`
`)}
`}function silenceRow({clause,open,choices:ids,played,excluded}){let became=ids?.map(id=>`\`${id}\``).join(", ")??played??`excluded: ${excluded}`;return`| ${clause} | ${open} | ${became} |`}function row(id){let choice=choices[id],{[choice.default]:standard,...others}=choice.options,lines=[[choice.default,standard],...Object.entries(others)].map(([option,about])=>{let name=option===choice.default?`**\`${option}\`**`:`\`${option}\``,value=about?.value===void 0?"":" (takes a value)",why=about?.unseen===void 0?"":`; no check sees it: ${about.unseen}`;return`- ${name} *${about?.grade}*${value}: ${about?.says}${why}`}),when=Object.entries(choice.when??{}).map(([other,allowed])=>`\`${other}\` is ${allowed.map(one=>`\`${one}\``).join(" or ")}`),where=when.length===0?"":` Applies where ${when.join(" and ")}.`,hiders=new Set((choice.hiddenBy??[]).flatMap(picks=>hider(picks))),hidden=hiders.size===0?"":` Can be hidden by ${[...hiders].join(" or ")}.`;return`### ${id}

${choice.question} (${choice.clause}; ${choice.kind})${where}${hidden}

${lines.join(`
`)}`}var hider=picks=>Object.entries(picks).slice(0,1).map(([id,options])=>`\`${id}: ${options.join("`, `")}\``);export{choicesHelp,choicesMarkdown,choicesText,printChoices};
