import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
function settle(given,defaults){let entries=Object.entries(given).filter(([,value])=>value!==void 0);return Object.fromEntries(entries.map(([field,value])=>[field,value??defaults[field]]))}export{settle};
