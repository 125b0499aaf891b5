/** What is said without a question about the world, and in which language. */
export type SmallTalk = {
    readonly kind: 'greetings' | 'thanks' | 'abilities';
    readonly language: string;
};
/** Recognizes a greeting, thanks, or a question for what one can do; longer texts ask for more. */
export declare function smallTalkIn(query: string, language: string | undefined): SmallTalk | undefined;
