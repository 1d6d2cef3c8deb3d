import { type Grown, type Growth, measureGrowth } from '../query/growth.ts'
import { connections, type Rounds, shortRounds } from '../query/query.ts'
import { companyService, relatoPath } from './bench-data-query.ts'

/** About 100 thousand and 10 million establishments. */
const companyCounts: readonly number[] = [95_000, 9_500_000]

/** `relato` from the register of companies over ever more establishments, in alternating rounds. */
export async function benchDataGrowth(
  counts: readonly number[] = companyCounts,
  rounds: Rounds = shortRounds,
): Promise<Growth | undefined> {
  const all: Grown[] = []
  try {
    // As many queries over each: to send them, and to know them again, costs too.
    const bodyCount = Math.min(...counts)
    for (const companies of counts) all.push(await grown(companies, bodyCount, rounds))
    return await measureGrowth(all, 'establishments', rounds.count)
  } finally {
    for (const one of all) await one.close()
  }
}

async function grown(companies: number, bodyCount: number, { seconds }: Rounds): Promise<Grown> {
  const { establishments, service, headers, bodies } = await companyService(companies, bodyCount)
  return {
    count: establishments,
    service,
    close: service.stop,
    rounds: [],
    load: { connections, seconds, path: relatoPath, headers, bodies },
  }
}
