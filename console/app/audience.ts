import { createContext } from 'preact'

/**
 * Whether an audience watches the page, as on the stage. If so, details for developers are hidden.
 */
export const AudienceContext = createContext(false)
