import {
  PasswordRequest,
  passwordPath,
  type Session,
  SignInRequest,
  sessionPath,
  TotpConfirmRequest,
  TotpRemoveRequest,
  totpConfirmPath,
  totpPath,
  totpRemovePath,
} from '@lastro/contract/users/sessions.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { type Refusal, type Reply, success } from '../../../http/reply.ts'
import { type Call, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import type { Client } from '../../clients/client-store.ts'
import { changePassword } from '../sign-in/change-password.ts'
import { beginTotp, confirmTotp, turnTotpOff } from '../sign-in/own-totp.ts'
import { TooManyHashes } from '../sign-in/password-hash.ts'
import { type SignInDeps, signIn } from '../sign-in/sign-in.ts'
import type { User } from '../user.ts'
import type { SessionRecord } from '../user-store.ts'
import { ownOrigin } from './own-origin.ts'
import { type ReadSession, type SignedIn, sessionEndsAtMs, signedInTo } from './read-session.ts'
import type { SessionCookie } from './session-cookie.ts'
import { csrfTokenOf, sessionHash } from './session-secret.ts'

export type SessionRouteDeps = SignInDeps & {
  readonly sessions: ReadSession
  readonly cookie: SessionCookie
  readonly deviceCookie: SessionCookie
  readonly publicUrl: string | undefined
  readonly findClient: (id: string) => Promise<Client | undefined>
}

/** Signing in and out, and what a person changes about it. */
export function sessionRoutes(deps: SessionRouteDeps): Route[] {
  const route = (
    operation: string,
    method: Route['method'],
    path: string,
    handle: (call: Call) => Promise<Outcome>,
  ): Route => ({ operation, method, path, produces: ['application/json'], handle: unlessTooMany(handle) })
  const own = (work: (signedIn: SignedIn, call: Call) => Promise<Outcome>) => (call: Call) =>
    signedInTo<Reply>(deps.sessions, call, (signedIn) => work(signedIn, call))

  return [
    route('sessaoInicia', 'POST', sessionPath, (call) => begin(deps, call)),
    route(
      'sessaoMostra',
      'GET',
      sessionPath,
      own(async (signedIn) => shown(signedIn)),
    ),
    route(
      'sessaoEncerra',
      'DELETE',
      sessionPath,
      own((signedIn) => end(deps, signedIn)),
    ),
    route(
      'senhaTroca',
      'POST',
      passwordPath,
      own((signedIn, call) => password(deps, signedIn, call)),
    ),
    route(
      'totpInicia',
      'POST',
      totpPath,
      own((signedIn) => totpBegun(deps, signedIn)),
    ),
    route(
      'totpConfirma',
      'POST',
      totpConfirmPath,
      own((signedIn, call) => totpConfirmed(deps, signedIn, call)),
    ),
    route(
      'totpRemove',
      'POST',
      totpRemovePath,
      own((signedIn, call) => totpRemoved(deps, signedIn, call)),
    ),
  ]
}

const signInRequest = validator(SignInRequest)
const passwordRequest = validator(PasswordRequest)
const totpConfirmRequest = validator(TotpConfirmRequest)
const totpRemoveRequest = validator(TotpRemoveRequest)

/** A storm of passwords to hash is turned away like any other storm. */
const unlessTooMany = (handle: (call: Call) => Promise<Outcome>) => async (call: Call) => {
  try {
    return await handle(call)
  } catch (error) {
    if (error instanceof TooManyHashes) return { code: 'overloaded' } satisfies Refusal
    throw error
  }
}

/** Always a session of its own: whatever cookie came with the call names nothing that goes on. */
async function begin(deps: SessionRouteDeps, call: Call): Promise<Outcome> {
  const { sessions, cookie, deviceCookie, findClient } = deps
  if (!ownOrigin(call.headers, deps.publicUrl)) return { code: 'origin_not_allowed' }
  const body = await readJson(call, signInRequest)
  if (isRefusal(body)) return body
  const device = deviceCookie.read(call.headers.cookie ?? '')
  const opened = await signIn(deps, body.value, { address: sessions.addressOf(call), device })
  if (isRefusal(opened)) return opened
  const before = cookie.read(call.headers.cookie ?? '')
  if (before !== undefined) await ended(deps, before)
  const { user } = opened
  const client = user.clientId === undefined ? undefined : await findClient(user.clientId)
  return withCookies(success(sessionView({ ...opened, client }), 201), deps, opened)
}

async function end(deps: SessionRouteDeps, { secret }: SignedIn): Promise<Outcome> {
  await ended(deps, secret)
  return { ...success({ signedOut: true }), cookies: [deps.cookie.clear()] }
}

async function ended({ users, sessions }: SessionRouteDeps, secret: string): Promise<void> {
  await users.endSession(sessionHash(secret))
  sessions.forget(secret)
}

async function password(deps: SessionRouteDeps, signedIn: SignedIn, call: Call): Promise<Outcome> {
  const body = await readJson(call, passwordRequest)
  if (isRefusal(body)) return body
  const changed = await changePassword(deps, signedIn, body.value, call.language)
  if (isRefusal(changed)) return changed
  deps.sessions.forget(signedIn.secret)
  return withCookies(shown({ ...signedIn, ...changed }), deps, changed)
}

async function totpBegun(deps: SessionRouteDeps, signedIn: SignedIn): Promise<Outcome> {
  const begun = await beginTotp(deps, signedIn.user)
  return isRefusal(begun) ? begun : success(begun)
}

async function totpConfirmed(deps: SessionRouteDeps, signedIn: SignedIn, call: Call): Promise<Outcome> {
  const body = await readJson(call, totpConfirmRequest)
  if (isRefusal(body)) return body
  const refusal = await confirmTotp(deps, signedIn, body.value.code)
  return refusal ?? withTotp(deps, signedIn, true)
}

async function totpRemoved(deps: SessionRouteDeps, signedIn: SignedIn, call: Call): Promise<Outcome> {
  const body = await readJson(call, totpRemoveRequest)
  if (isRefusal(body)) return body
  const refusal = await turnTotpOff(deps, signedIn, body.value)
  return refusal ?? withTotp(deps, signedIn, false)
}

function withTotp({ sessions }: SessionRouteDeps, signedIn: SignedIn, hasTotp: boolean): Outcome {
  sessions.forget(signedIn.secret)
  return shown({ ...signedIn, user: { ...signedIn.user, hasTotp } })
}

type Shown = {
  readonly secret: string
  readonly session: SessionRecord
  readonly user: User
  readonly client: Client | undefined
}

const shown = (of: Shown): Reply => success(sessionView(of))

function sessionView({ secret, session, user, client }: Shown): Session {
  return {
    user: {
      id: user.id,
      name: user.name,
      email: user.email,
      roles: [...user.roles],
      ...(client !== undefined && {
        clientId: client.id,
        clientName: client.name,
        environment: client.environment,
        scopes: [...client.contract.scopes],
      }),
      ...(user.language !== undefined && { language: user.language }),
      totp: user.hasTotp,
    },
    csrfToken: csrfTokenOf(secret),
    expiresAt: instantText(sessionEndsAtMs(session)),
  }
}

const withCookies = (
  reply: Reply,
  { cookie, deviceCookie }: SessionRouteDeps,
  { secret, device }: { readonly secret: string; readonly device: string },
): Reply => ({ ...reply, cookies: [cookie.set(secret), deviceCookie.set(device)] })
