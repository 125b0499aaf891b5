import type { Conversation, Message } from '../../contract/records/conversation.ts';
import type { Download } from '../wire/wire.ts';
type Export = (conversation: Conversation, messages: readonly Message[]) => Download;
/** A conversation to read. */
export declare const toMarkdown: Export;
/** A conversation with its messages, for programs. */
export declare const toJson: Export;
export {};
