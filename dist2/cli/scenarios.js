import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
import{UsageError,usageExit}from"./chunk-S3COQ2HN.js";import{nearest}from"./chunk-GQBT3Y27.js";import"./chunk-L4TS4LIT.js";var commands={check:async()=>(await import("./scenarios-check-CF2I6TSM.js")).checkScenarios,play:async()=>(await import("./scenarios-play-67CMCVAG.js")).playScenario,list:async()=>(await import("./scenarios-list-IBMJKA7Q.js")).listScenarios,schema:async()=>(await import("./scenarios-schema-KZ7HEGT3.js")).printScenarioSchema},help=`understudy scenarios <command>: scripts of what the agent says and does

  check [DIR|FILE]    every problem with its line, its rule, and a fix
  play FILE           a script in the terminal, as a client would see it
  list [DIR]          what there is; with --query, which script a call would choose
  schema              the JSON Schema of script files, for editors

Each command explains its flags with --help. The language: docs/scripts.md
`;async function scenarios([name,...argv],io){if(name===void 0||name==="--help"||name==="-h")return io.stdout.write(help),name===void 0?usageExit:0;let load=Object.hasOwn(commands,name)?commands[name]:void 0;if(load!==void 0)return(await load())(argv,io);let known=Object.keys(commands),guess=nearest(name,known),hint=guess===void 0?`There are: ${known.join(", ")}`:`Did you mean ${guess}?`;throw new UsageError(`There is no command \`scenarios ${name}\`. ${hint}`)}export{scenarios};
