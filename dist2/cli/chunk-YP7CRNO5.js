import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
import{_regex,string}from"./chunk-W34HJ6CJ.js";var timestamp=string().check(_regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));export{timestamp};
