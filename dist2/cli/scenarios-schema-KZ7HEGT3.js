import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
import{scenarioSchema}from"./chunk-BB7MKTTF.js";import"./chunk-RETGGWYV.js";import"./chunk-LWX4W4QI.js";import"./chunk-TNLQTL2I.js";import"./chunk-JEWN6OHJ.js";import"./chunk-CFKND4BQ.js";import"./chunk-XNKUAEEJ.js";import"./chunk-C3IDCHIP.js";import"./chunk-I7NBTDQS.js";import"./chunk-6PF53LDK.js";import{readFlags}from"./chunk-S3COQ2HN.js";import"./chunk-GQBT3Y27.js";import"./chunk-L4TS4LIT.js";import{writeFile}from"node:fs/promises";var help=`understudy scenarios schema: the JSON Schema of script files, for editors

  --out FILE          into a file instead of on standard output

A file that begins with \`# yaml-language-server: $schema=./scenario.schema.json\` is completed and
explained by editors, with the schema beside it.
`,flags={out:{type:"string"},help:{type:"boolean",short:"h",default:!1}};async function printScenarioSchema(argv,io){let given=readFlags(argv,flags),text=given.help?help:`${JSON.stringify(scenarioSchema(),null,2)}
`;return given.out===void 0||given.help?io.stdout.write(text):await writeFile(given.out,text),0}export{printScenarioSchema};
