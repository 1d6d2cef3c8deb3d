import { alertService } from '@lastro/contract/reports/products.ts'
import { type Register, registerOf } from '@lastro/rules/listings/register.ts'
import type { Authenticate, Caller } from '../../http/caller.ts'
import { type ClientRoute, clientRoutes } from '../../http/client-routes.ts'
import type { Refusal } from '../../http/reply.ts'
import type { Call, Route } from '../../http/route.ts'
import { monitoring } from './match-event.ts'

/** A call that may work on alerts: who makes it, in which register, and the id in its path. */
export type AlertCall = {
  readonly call: Call
  readonly caller: Caller
  readonly register: Register
  readonly id: string
}

export type AlertRoute = ClientRoute<AlertCall>

/** For whoever has the product. */
export const alertRoutesOf = (authenticate: Authenticate, routes: readonly AlertRoute[]): Route[] =>
  clientRoutes<AlertCall, AlertRoute>(authenticate, routes, ({ call, caller, named }) => {
    const { code } = alertService
    if (!caller.scopes.has(code)) return { code: 'product_not_contracted', values: { product: code } }
    return { call, caller, register: registerOf(caller), id: named.id ?? '' }
  })

export const keyOf = ({ caller, register, id }: AlertCall) => ({ register, clientId: caller.clientId, id })

/** Whoever watches somebody needs the purpose of it in the contract. */
export function monitoringRefusal({ contract }: Caller): Refusal | undefined {
  if (contract.purposes.includes(monitoring)) return undefined
  return { code: 'purpose_not_allowed', values: { purposes: contract.purposes.join(', ') || '—' } }
}
