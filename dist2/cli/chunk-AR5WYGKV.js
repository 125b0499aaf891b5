import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
function lazily(makers){let values={};for(let key of Object.keys(makers)){let made;Object.defineProperty(values,key,{get:()=>(made??={value:makers[key]()}).value,enumerable:!0})}return values}export{lazily};
