import { compareCheckouts, ofCheckout } from '../query/beside.ts'
import { shortRounds } from '../query/query.ts'
import { companyService, relatoPath } from './bench-data-query.ts'

const companyCount = 300_000

/** What a change costs a report from public data: this checkout beside another. */
export async function benchDataBeside(other: string, companies = companyCount) {
  const theirs = await ofCheckout<typeof import('./bench-data-query.ts')>(other, 'data/bench-data-query.ts')
  const sides = { other: await theirs.companyService(companies), this: await companyService(companies) }
  return compareCheckouts(sides, relatoPath, shortRounds)
}
