import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
import{createMask,createRecorder,openLedger,openNetwork,readConformFlags,removeResidue,systemTime}from"./chunk-PRKZECYL.js";import"./chunk-UTHRHAVH.js";import"./chunk-BDZE7T7S.js";import"./chunk-6PF53LDK.js";import"./chunk-S3COQ2HN.js";import"./chunk-GQBT3Y27.js";import"./chunk-L4TS4LIT.js";async function collectGarbage(options){let{target,residue,ledger}=options,lab=createRecorder({target,fetch:options.fetch??(request=>globalThis.fetch(request)),now:options.now??systemTime.now,sleep:options.sleep??systemTime.sleep,grace:0,timeout:options.timeout??3e4,tag:"gc",ledger,inherited:residue}),leftovers=await removeResidue(lab,lab.residue,{verify:!0}),mask=createMask(target,lab.exchanges);return leftovers.map(({residue:{kind,id,name},why})=>mask(`${kind} ${id??name??"without a name"}: ${why}`))}async function gc(argv,io,means={}){let flags=readConformFlags(argv,process.env);if(flags.help)return io.stdout.write(usage),0;let{target}=flags,ledger=openLedger(target.baseUrl,flags.ledgerFile),residue=ledger.open(),closeNetwork=openNetwork(flags,target.baseUrl,process.env),stays=await collectGarbage({...flags,...means,residue,ledger}).finally(closeNetwork);ledger.close();let removed=residue.length-stays.length;io.stdout.write(`${ledger.file}: ${removed} removed or gone, ${stays.length} left.
`);for(let line of stays)io.stdout.write(`left behind: ${line}
`);return stays.length>0?1:0}var usage=`understudy conform gc --base-url URL [credentials] [--ledger FILE]

Removes what runs that were killed left on a deployment: only what their ledger names, and what the
deployment still lists under a name of the suite. Not for while a run goes on.

  --ledger FILE           the ledger (.understudy/residue-<host>.ndjson)
  credentials, --ca, --proxy and --timeout as for understudy conform
`;export{gc};
