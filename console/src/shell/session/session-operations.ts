import type { Lastro } from '@lastro/client/client.ts'
import type {
  PasswordRequest,
  Session,
  SignInRequest,
  TotpConfirmRequest,
  TotpRemoveRequest,
  TotpSecret,
} from '@lastro/contract/users/sessions.ts'

/** Signing in, and what a person changes about it: operations of the console alone. */
export type SessionOperations = {
  readonly current: () => Promise<Session>
  readonly signIn: (request: SignInRequest) => Promise<Session>
  readonly signOut: () => Promise<unknown>
  readonly changePassword: (request: PasswordRequest) => Promise<Session>
  readonly beginTotp: () => Promise<TotpSecret>
  readonly confirmTotp: (request: TotpConfirmRequest) => Promise<Session>
  readonly removeTotp: (request: TotpRemoveRequest) => Promise<Session>
}

const base = '/console/v2'

export function sessionOperations({ ask }: Pick<Lastro, 'ask'>): SessionOperations {
  // A second try of these would count as one more wrong one, or find the first one's work done.
  const post = <Result>(path: string, body?: object) =>
    ask<Result>({ method: 'POST', path: `${base}/${path}`, atRoot: true, body, repeats: 'never' })
  return {
    current: () => ask({ method: 'GET', path: `${base}/sessao`, atRoot: true, repeats: 'freely' }),
    signIn: (request) => post('sessao', request),
    signOut: () => ask({ method: 'DELETE', path: `${base}/sessao`, atRoot: true, repeats: 'freely' }),
    changePassword: (request) => post('senha', request),
    beginTotp: () => post('totp'),
    confirmTotp: (request) => post('totp/confirmar', request),
    removeTotp: (request) => post('totp/remover', request),
  }
}
