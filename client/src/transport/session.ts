import type { Credentials } from './transport.ts'

/** Of a session that is open: its cookie is the browser's to send. */
export type SessionCredentials = {
  /** As the sign-in answered it; a function where it may change. */
  readonly csrfToken: string | (() => string | undefined)
}

export const sessionCredentials = ({ csrfToken }: SessionCredentials): Credentials => ({
  mode: 'same-origin',
  headers: async ({ method }) => {
    const token = typeof csrfToken === 'function' ? csrfToken() : csrfToken
    return method === 'GET' || token === undefined ? {} : { 'X-CSRF-Token': token }
  },
  // Only signing in again helps.
  refused: () => false,
})
