import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
var FolderError=class extends Error{name="FolderError"},reasonOf=error=>error instanceof Error?error.message:String(error),isCode=(error,code)=>error.code===code;export{FolderError,reasonOf,isCode};
