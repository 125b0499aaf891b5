import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
import{ProfileError,readProfile,toProfileDocument}from"./chunk-PFIY62N5.js";import"./chunk-E4EVPYFM.js";import"./chunk-C3IDCHIP.js";import"./chunk-OHD4E3JS.js";import"./chunk-6PF53LDK.js";import"./chunk-GQBT3Y27.js";import"./chunk-L4TS4LIT.js";export{ProfileError,readProfile,toProfileDocument};
