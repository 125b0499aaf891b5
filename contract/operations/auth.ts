import * as z from 'zod/mini'
import { login, verification } from '../records/credentials.ts'
import { user } from '../records/user.ts'
import type { Operation } from './operation.ts'

/** The body of `POST /api/auth/login` (4.6). */
const loginBody = z.object({ email: z.string(), password: z.string() })

/** The body of `POST /api/auth/refresh` (4.6). */
const refreshBody = z.object({ refresh_token: z.string() })

/** Login and tokens (4.6). */
export const authOperations = {
  'auth.login': {
    method: 'POST',
    path: '/api/auth/login',
    clause: '4.6',
    access: 'public',
    body: loginBody,
    answer: 'session',
    record: login,
    refuses: ['login-failed', 'account-restricted'],
    auditAction: 'auth.signed-in',
  },
  'auth.refresh': {
    method: 'POST',
    path: '/api/auth/refresh',
    clause: '4.6',
    access: 'public',
    body: refreshBody,
    answer: 'session',
    record: login,
    refuses: [
      'refresh-refused',
      'refresh-misused',
      'refresh-spent',
      'token-expired',
      'account-restricted',
    ],
  },
  'auth.verify': {
    method: 'GET',
    path: '/api/auth/verify',
    clause: '4.6',
    answer: 'envelope',
    record: verification,
  },
  'auth.me': { method: 'GET', path: '/api/auth/me', answer: 'envelope', record: user },
} as const satisfies Record<string, Operation>
