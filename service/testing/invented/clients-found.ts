import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type {
  ClientStore,
  ClientWithSecret,
  RefreshRecord,
  TokenRecord,
} from '../../src/features/clients/client-store.ts'
import { hashSecret } from '../../src/features/clients/secrets.ts'

/** A client as the store finds it, with the secret that its owner holds. */
export const clientWith = (secret: string, of: Partial<ClientWithSecret> = {}): ClientWithSecret => ({
  id: 'cli_ana',
  environment: 'sandbox',
  name: 'Ana',
  contract: wholeContract,
  contractVersion: 1,
  createdAtMs: 0,
  revokedAtMs: undefined,
  secretHash: hashSecret(secret),
  ...of,
})

export type Found = {
  readonly client?: ClientWithSecret
  /** By the token as its owner holds it. */
  readonly refresh?: Readonly<Record<string, RefreshRecord>>
  readonly access?: Readonly<Record<string, TokenRecord>>
  /** Whether a refresh token, or an empty store, is still there when it comes to using it. */
  readonly isFirst?: boolean
  /** Whether a contract still stands at the version that was read. */
  readonly isUnchanged?: boolean
}

type Asked = 'findClient' | 'findAccessToken' | 'findRefreshToken'
type Done =
  | 'addClient'
  | 'addFirstClient'
  | 'rotateKey'
  | 'setSecret'
  | 'setContract'
  | 'addTokens'
  | 'useRefreshToken'
  | 'revokeFamily'
  | 'revokeAccessToken'

/** What a rule does with what the store finds. Nothing is kept: what is found is what the test says. */
export function clientsFound({ client, refresh = {}, access = {}, isFirst, isUnchanged }: Found) {
  const asked: string[] = []
  const done: { readonly act: Done; readonly of: readonly unknown[] }[] = []
  const byHash = <One>(held: Readonly<Record<string, One>>, hash: string): One | undefined => {
    asked.push(hash)
    return Object.entries(held).find(([token]) => hashSecret(token) === hash)?.[1]
  }
  const doing =
    <Answer>(act: Done, answer: Answer) =>
    async (...of: readonly unknown[]) => {
      done.push({ act, of })
      return answer
    }
  const clients: Pick<ClientStore, Asked | Done> = {
    findClient: async (id) => {
      asked.push(id)
      return client?.id === id ? client : undefined
    },
    findAccessToken: async (hash) => byHash(access, hash),
    findRefreshToken: async (hash) => byHash(refresh, hash),
    addClient: doing('addClient', undefined),
    addFirstClient: doing('addFirstClient', isFirst ?? true),
    rotateKey: doing('rotateKey', undefined),
    setSecret: doing('setSecret', true),
    setContract: doing('setContract', isUnchanged ?? true),
    addTokens: doing('addTokens', undefined),
    useRefreshToken: doing('useRefreshToken', isFirst ?? true),
    revokeFamily: doing('revokeFamily', undefined),
    revokeAccessToken: doing('revokeAccessToken', undefined),
  }
  return { clients, asked, done }
}
