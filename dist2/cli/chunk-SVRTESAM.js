import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
var ConnectionReset=class extends Error{name="ConnectionReset"};export{ConnectionReset};
