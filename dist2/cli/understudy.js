#!/usr/bin/env node
import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
import{enableCompileCache}from"node:module";enableCompileCache();var commands={serve:async()=>(await import("./chunk-7XY3HMC7.js")).serve,conform:async()=>(await import("./conform.js")).conform,calibrate:async()=>(await import("./calibrate.js")).writeCalibration,compare:async()=>(await import("./compare.js")).compare,scenarios:async()=>(await import("./scenarios.js")).scenarios,choices:async()=>(await import("./choices.js")).printChoices,openapi:async()=>(await import("./openapi.js")).printOpenApi,init:async()=>(await import("./init.js")).init},help=`understudy <command> [flags]

  serve     play the platform over HTTP
  conform   judge a deployment: understudy conform --base-url URL
  calibrate write how a deployment answers as a profile for serve
  compare   two deployments, or one with a stored run of it
  scenarios check, play and list scripts of turns
  choices   the table of what deployments can choose
  openapi   the contract as OpenAPI 3.1
  init      put the service worker of MSW into the folder that your application serves

Each command explains its flags with --help.
`,io={stdout:process.stdout,get stderr(){return process.stderr},stopped:new Promise(resolve=>{process.once("SIGINT",()=>resolve()),process.once("SIGTERM",()=>resolve())})};process.stdout.on("error",error=>{if(error.code!=="EPIPE")throw error;process.exit(0)});async function main([name,...argv]){if(name===void 0||name==="help"||name==="--help"||name==="-h")return io.stdout.write(help),name===void 0?(await import("./chunk-7XY3HMC7.js")).usageExit:0;let load=Object.hasOwn(commands,name)?commands[name]:void 0;if(load===void 0)throw(await import("./unknown-command-ANSUG7R2.js")).unknownCommand(name,Object.keys(commands));return(await load())(argv,io)}process.exitCode=await main(process.argv.slice(2)).catch(async error=>{if(!(error instanceof Error&&error.name==="UsageError"))throw error;return io.stderr.write(`${error.message}
`),(await import("./chunk-7XY3HMC7.js")).usageExit});
