import { createContext } from 'preact'

/** Whether an audience sees the page, as on the stage. Details for developers are in the chat. */
export const AudienceContext = createContext(false)
