import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
var last=Number.NaN,written="";function momentOf(ms){let whole=Math.trunc(ms);return whole!==last&&(written=new Date(whole).toISOString(),last=whole),written}export{momentOf};
