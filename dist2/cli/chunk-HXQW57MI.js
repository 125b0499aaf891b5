import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);
import{_enum}from"./chunk-6PF53LDK.js";var turnMode=_enum(["react","dag","auto"]),confirmationMode=_enum(["auto","inline_only","channel_only"]),approverScope=_enum(["initiator","agent_owner","org_members"]);export{turnMode,confirmationMode,approverScope};
