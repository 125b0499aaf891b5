import type { Endpoint, Inputs } from './operation.ts'
import * as z from 'zod/mini'

/** Login and tokens (4.6). */
export const authOperations = {
  'auth.login': {
    method: 'POST',
    path: '/api/auth/login',
    section: '4.6',
    access: 'public',
    reply: 'session',
    record: 'login',
    refuses: ['login-failed', 'account-restricted'],
    audited: 'auth.signed-in',
  },
  'auth.refresh': {
    method: 'POST',
    path: '/api/auth/refresh',
    section: '4.6',
    access: 'public',
    reply: 'session',
    record: 'login',
    refuses: ['refresh-refused', 'token-expired', 'account-restricted'],
  },
  'auth.verify': {
    method: 'GET',
    path: '/api/auth/verify',
    section: '4.6',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    record: 'verification',
  },
  'auth.me': {
    method: 'GET',
    path: '/api/auth/me',
    section: '-',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    record: 'user',
  },
} as const satisfies Record<string, Endpoint>

/** `POST /api/auth/login` (4.6). */
export const loginBody = z.object({ email: z.string(), password: z.string() })

/** `POST /api/auth/refresh` (4.6). */
export const refreshBody = z.object({ refresh_token: z.string() })

/** What the operations in `endpoints/auth.ts` take. */
export const authInputs = {
  'auth.login': { body: loginBody },
  'auth.refresh': { body: refreshBody },
} as const satisfies Inputs
