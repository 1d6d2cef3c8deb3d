import { addDays, parseDay } from '@lastro/rules/calendar/day.ts'
import { probeFile } from '../fetch/probe-file.ts'
import type { Publisher } from '../fetch/publisher.ts'

/** One zip a day, at an address that leads on to the file. The portal keeps the newest days only. */
export function cguPublisher(register: string): Publisher {
  return {
    address: `https://portaldatransparencia.gov.br/download-de-dados/${register}`,
    period: { form: /^\d{4}-\d{2}-\d{2}$/, example: '2026-10-11' },
    refusesUnpublished: true,
    periods: async (_site, today) => Array.from({ length: daysLooked }, (_, at) => addDays(today, -at)),
    offer: async (site, period) => {
      const day = period.replaceAll('-', '')
      const name = `${day}_${register.toUpperCase()}.zip`
      const found =
        parseDay(period) === undefined ? undefined : await probeFile(site, { name, url: site.at(day) })
      return found === undefined ? { files: [], missing: [name] } : { files: [found], missing: [] }
    },
  }
}

/** A file comes on most days; after two weeks without one something else is wrong. */
const daysLooked = 14
